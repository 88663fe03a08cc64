"""The app: it opens without a server, tells of turns, and lets players in with a passkey."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from screenshots import PHONE, make_table

from .axe import violations
from .conftest import TOUCHED, WebServer, Windows
from .test_player import become_somebody, player_of
from .window import Window, shows

ALLOWED = {"service_workers": "allow"}
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


# The worker controls the page, and has kept it with its scripts and styles.
IS_KEPT = """async () => {
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? {}
  if (active?.state !== 'activated' || !navigator.serviceWorker.controller) return false
  const cache = await caches.open('shell')
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  if (!kept.includes('/')) return false
  const page = new DOMParser().parseFromString(await (await cache.match('/')).text(), 'text/html')
  const parts = [...page.querySelectorAll('script[src], link[rel=modulepreload], link[rel=stylesheet]')]
  const needed = parts.map((each) => each.getAttribute('src') ?? each.getAttribute('href'))
  return needed.every((path) => kept.includes(path)) && kept.some((path) => path.includes('words.en.base'))
}"""


def wait_for_worker(window: Window) -> None:
    """Wait until the service worker has what the page needs to open without a server."""
    # wait_for_function would not do: it does not wait for promises, it takes them for true.
    window.until(lambda: window.page.evaluate(IS_KEPT), "the worker has kept the page")


@pytest.fixture
def devices(windows: Windows) -> tuple[Window, Window, dict[Window, tuple[CDPSession, str]]]:
    """Two devices of one person, whose passkeys are the same: as a phone passes them on."""
    laptop, phone = windows(), windows(PHONE, context=TOUCHED, name="")
    sessions = {}
    for window in (laptop, phone):
        session = window.context.new_cdp_session(window.page)
        session.send("WebAuthn.enable")
        made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        sessions[window] = session, made["authenticatorId"]
    return laptop, phone, sessions


def pass_on(sessions: dict[Any, tuple[CDPSession, str]], one: Window, other: Window) -> None:
    session, authenticator = sessions[one]
    there, its = sessions[other]
    for credential in session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]:
        there.send("WebAuthn.addCredential", {"authenticatorId": its, "credential": credential})


def test_a_passkey_lets_the_player_in_and_the_link_is_closed(devices) -> None:
    laptop, phone, sessions = devices
    for window in (laptop, phone):  # passkeys are for names, not for addresses in numbers
        window.url = window.url.replace("127.0.0.1", "localhost")
    player = become_somebody(laptop)
    laptop.go("/me")
    shows(laptop, "The link is open")
    laptop.button("Add a passkey").click()
    shows(laptop, "The passkey is added.")
    pass_on(sessions, laptop, phone)
    phone.go()
    phone.page.get_by_role("link", name="I have been here before").click()
    phone.button("Come in with a passkey").click()
    expect(phone.page.get_by_role("heading", name="Anna")).to_be_visible()
    there = player_of(phone)
    assert there is not None
    assert (there["player"], there["key"] == player["key"]) == (player["player"], False)
    laptop.page.reload()
    laptop.button("Close the link").click()
    laptop.page.get_by_role("dialog").get_by_role("button", name="Close the link").click()
    shows(laptop, "Your link is closed.")
    expect(laptop.page.get_by_role("textbox", name="Your secret link")).to_have_count(0)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="Anna")).to_be_visible()
    # The phone opens the game that was begun on the laptop, with a key that follows from its own.
    phone.page.get_by_role("link", name="rattus").click()
    phone.page.get_by_role("region", name="Your turn").get_by_role("link").click()
    expect(phone.board).to_be_visible()
    laptop.expected.append("404")
    laptop.page.goto(f"{laptop.url}/me#{player['key']}")
    shows(laptop, "This link is not a player")
    # A device is signed out from another one.
    laptop.go("/me")
    phone.expected.append("404")
    laptop.page.get_by_role("button", name=re.compile("^Sign out: ")).click()
    phone.until(lambda: player_of(phone) is None, "the phone is signed out")


def test_the_shell_opens_without_a_server_and_says_so(windows: Windows, tmp_path: Path, web: Path) -> None:
    with WebServer(tmp_path, web) as server:
        anna = windows(url=server.url, context=ALLOWED)
        anna.go()
        wait_for_worker(anna)
        anna.expected += ["ERR_", "Failed to load resource", "WebSocket"]
        server.kill()
        anna.page.reload()
        shows(anna, "The server is away")
        expect(anna.button("Play now")).to_be_visible()
        assert violations(anna.page) == []
        server.start()
        expect(anna.page.get_by_text("The server is away")).to_have_count(0)


def test_a_new_version_replaces_the_old_one_at_the_next_load(windows: Windows) -> None:
    """The page comes from the server whenever that answers, whatever is kept."""
    anna = windows(context=ALLOWED)
    anna.go()
    wait_for_worker(anna)
    anna.page.evaluate(
        """async () => {
             const cache = await caches.open('shell')
             const old = new Response('<h1>old</h1>', { headers: { 'content-type': 'text/html' } })
             await cache.put('/', old)
           }"""
    )
    anna.page.reload()
    expect(anna.button("Play now")).to_be_visible()
    kept = anna.page.evaluate("caches.match('/').then((found) => found.text())")
    assert "<h1>old</h1>" not in kept
    answers = anna.page.evaluate(
        "Promise.all(['/sw.js', '/'].map((path) => fetch(path).then(({ headers }) => headers.get('cache-control'))))"
    )
    assert answers == ["no-cache", "no-cache"]


def push(window: Window, message: dict[str, Any]) -> None:
    """Deliver a push message to the service worker, as the browser's push service would."""
    session = window.context.new_cdp_session(window.page)
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    window.until(lambda: found, "the browser knows the worker")
    at = {"origin": window.url, "registrationId": found[0]["registrationId"]}
    session.send("ServiceWorker.deliverPushMessage", {**at, "data": json.dumps(message)})


# The headless browser denies all notifications: what would be shown is noted instead, in the page and in the worker.
NOTE = """self.shown = []
ServiceWorkerRegistration.prototype.showNotification = async function (title, { body, tag, data }) {
  self.shown.push({ title, body, tag, path: data.path })
}
navigator.setAppBadge = async (number) => { self.badge = number }"""
GRANTED = """if (self.Notification) {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
}"""


def test_a_push_message_is_shown_and_opens_the_table(windows: Windows) -> None:
    anna = windows(context=ALLOWED)
    become_somebody(anna)
    table = anna.known.table["id"]
    anna.go()
    wait_for_worker(anna)
    worker = anna.context.service_workers[0]
    worker.evaluate(f"() => {{ {NOTE} }}")
    message = {"title": "Your turn: Rattus", "body": "With Bert.", "path": f"/t/{table}", "tag": table}
    push(anna, message | {"waiting": 2})
    anna.until(lambda: worker.evaluate("self.shown"), "the message is shown")
    assert worker.evaluate("self.shown") == [message]
    anna.until(lambda: worker.evaluate("self.badge") == 2, "the icon has the number of games that wait")
    # A click opens the table in the page that is there. The link has no key in it: this device has one.
    worker.evaluate("(path) => open(path).catch(() => {})", message["path"])
    worker.evaluate(
        """async (path) => {
             for (const page of await clients.matchAll({ type: 'window' })) page.postMessage({ type: 'go', path })
           }""",
        message["path"],
    )  # the headless browser has no click on a notification, which alone may bring a page to the front
    expect(anna.board).to_be_visible()
    assert anna.known.table["id"] == table


def test_a_page_in_the_background_tells_of_a_turn_where_there_is_no_push(windows: Windows) -> None:
    anna, ben = windows(context=ALLOWED), windows(name="Ben")
    anna.context.add_init_script(f"{NOTE};{GRANTED}")
    anna.context.add_init_script("PushManager.prototype.subscribe = () => Promise.reject(new Error('no service'))")
    chairs = [{"name": "Anna"}, {"name": "Ben"}]
    made = make_table(anna.url, game="rattus", players=2, chairs=chairs, options={"first": "yellow"}, start=True)
    keys = {"table": made.table, "keys": made.keys}
    for window, seat in ((anna, 1), (ben, 2)):
        window.sit(keys, seat)
        expect(window.board).to_be_visible()
        window.until(lambda window=window: player_of(window), "they are players")
    anna.go("/me")
    wait_for_worker(anna)
    switch = anna.page.get_by_role("switch", name="This device")
    expect(switch).to_have_attribute("aria-checked", "false")
    with anna.page.expect_response("**/api/me/games*"):  # it knows which turns have begun before
        switch.click()
    shows(anna, "while a page is open in the background")
    expect(switch).to_have_attribute("aria-checked", "true")
    anna.page.evaluate(
        """() => {
             Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
             document.dispatchEvent(new Event('visibilitychange'))
           }"""
    )
    while ben.known.legal:
        ben.move()
    anna.until(lambda: anna.page.evaluate("self.shown"), "the page tells")
    assert anna.page.evaluate("self.shown") == [
        {"title": "Your turn: Rattus", "body": "Ben", "tag": made.table, "path": f"/t/{made.table}"}
    ]


@pytest.mark.parametrize("size", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_notices_are_chosen_on_the_players_page(windows: Windows, size: str) -> None:
    context = {"size": PHONE, "context": TOUCHED} if size == "phone" else {}
    anna = windows(**context)
    become_somebody(anna)
    anna.go("/me")
    anna.page.get_by_role("switch", name="Quiet hours").click()
    start = anna.page.get_by_label("From")
    expect(start).to_have_value("22:30")
    start.fill("23:15")
    start.blur()
    anna.page.get_by_role("checkbox", name="Minutes").check()
    anna.button("Add: ntfy or webhook").click()
    address = anna.page.get_by_role("textbox", name="ntfy or webhook")
    anna.expected.append("422")
    address.fill("http://192.168.1.1/x")
    anna.button("Save").click()
    shows(anna, "private networks")
    webhook, ntfy = (anna.button(name, exact=True) for name in ("Webhook", "ntfy"))
    expect(webhook).to_have_attribute("aria-pressed", "true")
    address.fill("https://ntfy.example.org/annas-games")  # the address says what it is, or else the reader does
    expect(ntfy).to_have_attribute("aria-pressed", "true")
    address.fill("https://push.example.org/annas-games")
    ntfy.click()
    assert violations(anna.page) == []
    with anna.page.expect_request("**/api/me/channels") as asked:
        anna.button("Save").click()
    assert asked.value.post_data_json["kind"] == "ntfy"
    shows(anna, "https://push.example.org/annas-games")
    assert violations(anna.page) == []
    anna.page.reload()
    expect(anna.page.get_by_label("From")).to_have_value("23:15")
    expect(anna.page.get_by_role("checkbox", name="Minutes")).to_be_checked()
    anna.button("Remove: https://push.example.org/annas-games").click()
    expect(anna.page.get_by_text("https://push.example.org/annas-games")).to_have_count(0)


def test_links_of_messages_say_what_is_missing(windows: Windows) -> None:
    nobody = windows()
    nobody.go("/t/k3v9tq7xwe")
    shows(nobody, "You have no seat at this table here")
    nobody.expected.append("404")
    nobody.go("/mail#confirm.nonsense")
    nobody.button("Yes, send them").click()
    shows(nobody, "This link is no longer good.")
    assert violations(nobody.page) == []


def test_it_can_be_installed(windows: Windows) -> None:
    anna = windows(context=ALLOWED)
    anna.go()
    wait_for_worker(anna)
    session = anna.context.new_cdp_session(anna.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each for each in errors if each["errorId"] != "in-incognito"] == []
