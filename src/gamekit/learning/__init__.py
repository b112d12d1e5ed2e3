"""Any game where learners train: PettingZoo, Gymnasium and OpenSpiel. README.txt beside this file says how.

An extra of the project, `learning`, brings those libraries. Nothing else of gamekit imports this.
"""
