"""slang on the command line, as pip installs its library alone: slang.py ARGUMENTS OF slang."""

import sys

from pyslang.driver import Driver

driver = Driver()
driver.addStandardArgs()
read = driver.parseCommandLine("slang " + " ".join(sys.argv[1:]))
good = read and driver.processOptions() and driver.parseAllSources() and driver.runFullCompilation(True)
sys.exit(0 if good else 1)
