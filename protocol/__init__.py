"""The wire: message models, codec, error codes and JSON Schemas; knows no game."""
