from assistant.library import read_library
from assistant.location import data_folder
from assistant.problem import AuthorError

try:
    lib = read_library(data_folder("knowledge"), data_folder("rules_yaml"), "x")
    print("ok:", len(lib.clauses), "clauses,", sum(1 for _ in lib.rules()), "rules,", len(lib.cases), "cases")
except AuthorError as error:
    print(error)
