"""Learning to play by self-play. Needs PyTorch (the extra `train`); playing with a trained network needs only NumPy.

| module | what |
| --- | --- |
| `rattus.train.recipe` | all settings of a run, as a TOML file |
| `rattus.train.games` | batches of games as tensors: the interface between rules and learner |
| `rattus.train.model` | the network in PyTorch, to and from our files |
| `rattus.train.ppo` | collecting games, advantages and losses |
| `rattus.train.learner` | learning from them, minibatch by minibatch |
| `rattus.train.teacher` | games of a teacher, to be imitated before self-play |
| `rattus.train.trainer` | a whole run: checkpoints, evaluation, log, curve |
| `rattus.train.ladder` | playing against fixed players while it runs |
| `rattus.train.onnx_file` | networks as ONNX |
"""

import os

# Set before PyTorch is imported, so that its threads sleep while they wait for each other. By default they spin, which
# makes learning ten times slower if other processes need the CPU.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
