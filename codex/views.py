"""The pages. (Being written.)"""
