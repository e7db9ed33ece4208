"""Every name resolved: from written entries to objects of the model."""
