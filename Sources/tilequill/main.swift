print("tilequill")
