def test(case):
    pass
