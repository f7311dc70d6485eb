"""Environments for learners: Gymnasium (one learner among bots) and PettingZoo (every seat), over the contract."""
