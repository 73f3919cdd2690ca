"""The commands of the command line, a module a group; heavy imports wait until one is called."""
