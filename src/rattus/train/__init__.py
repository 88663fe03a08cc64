"""Learning to play by self-play. Needs PyTorch (the extra `train`); what was learned is played with NumPy alone.

| module | what |
| --- | --- |
| `rattus.train.recipe` | all settings of a run, as a TOML file |
| `rattus.train.games` | games side by side as tensors: the seam between rules and learner |
| `rattus.train.model` | the network in PyTorch, to and from our files |
| `rattus.train.ppo` | collecting games and learning from them |
| `rattus.train.teacher` | games of a teacher, to be imitated before self-play |
| `rattus.train.trainer` | a whole run: checkpoints, evaluation, log, curve |
| `rattus.train.ladder` | playing against fixed players while it runs |
| `rattus.train.onnx_file` | networks as ONNX |
"""

import os

# Before PyTorch is imported: its threads then sleep while they wait for each other. By default they spin, and where
# others need the processors too, learning takes ten times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
