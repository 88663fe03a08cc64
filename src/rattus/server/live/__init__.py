"""Connected clients: the WebSocket, tables in memory, and the messages that leave the server."""
