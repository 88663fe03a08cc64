"""Environments for reinforcement learning: adapters over the engine. Each module imports only its own library.

| module | what | needs |
| --- | --- | --- |
| `rattus.envs.pettingzoo` | a game for several agents, step by step | the extra `pettingzoo` |
| `rattus.envs.openspiel` | the games registered with OpenSpiel | the extra `openspiel` |
| `rattus.envs.batch` | many games at once on NumPy arrays | nothing |
| `rattus.envs.batch_cuda` | the same on an NVIDIA GPU | the extra `cuda` |
| `rattus.envs.vector` | both as a vector environment of Gymnasium | the extra `gymnasium` |
| `rattus.envs.export` | games as Parquet | the extra `parquet` |
"""
