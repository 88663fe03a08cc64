"""The files that a container engine or a forge runs: their form, and whether what they name is there."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from rattus.cli.main import app

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def steps_of(workflow: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(workflow.read_text("utf-8"))["jobs"]
    assert all("timeout-minutes" in job for job in jobs.values())
    return [step for job in jobs.values() for step in job["steps"]]


def copied(stage: str) -> list[str]:
    """What a stage of the Containerfile copies from the sources."""
    text = (ROOT / "Containerfile").read_text("utf-8")
    (body,) = re.findall(rf"^FROM \S+ AS {stage}$(.*?)(?=^FROM|\Z)", text, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^COPY (?!--from)(.*)$", body, re.MULTILINE)
    return [source for line in lines for source in line.split()[:-1]]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_what_there_is(workflow: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    runs = [step["run"] for step in steps_of(workflow) if "run" in step]
    assert runs
    for run in runs:
        if run.startswith("make "):
            assert set(run.split()[1:]) <= targets, run
        for path in re.findall(r"\b(?:tests|tools)/\S+|\.ci/\S+", run):
            assert (ROOT / path).exists(), run


def test_the_forge_tries_every_python_that_we_name() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text("utf-8"))["jobs"]
    matrix = jobs["versions"]["strategy"]["matrix"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert project["requires-python"] == f">={matrix['python'][0]}"
    assert {"ubuntu-latest", "macos-latest"} == set(matrix["os"])


def test_the_image_has_all_that_the_client_is_built_from() -> None:
    config = (ROOT / "web" / "vite.config.ts").read_text("utf-8")
    outside = set(re.findall(r"here\([`']\.\./([\w/]+?)/?[`'$]", config))
    assert {"src/rattus/rules", "src/rattus/words"} <= outside
    assert outside <= set(copied("client"))


@pytest.mark.parametrize("stage", ["client", "wheel"])
def test_the_image_copies_what_there_is(stage: str) -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").split() if line.startswith("!")}
    for source in copied(stage):
        assert (ROOT / source).exists()
        assert source.split("/")[0] in allowed  # nothing else is sent to the engine


def test_the_composed_servers_understand_their_command() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    assert {"nginx", "server1", "server2", "db", "cache"} == set(services)
    for name in ("server1", "server2"):
        command, *words = services[name]["command"]
        serve = typer.main.get_group(app).commands[command]
        serve.make_context(command, words)  # parses them and runs nothing
        assert services[name]["depends_on"]["db"]["condition"] == "service_healthy"
        address = services["nginx"]["networks"]["default"]["ipv4_address"]
        assert f"--proxies={address}" in services[name]["command"]
    upstream = re.findall(r"server (server\d):(\d+)", (ROOT / "deploy" / "nginx.conf").read_text("utf-8"))
    assert {name for name, _ in upstream} == {"server1", "server2"}
