"""Signs each call of the fuzzer in. Tokens come from the test (documents.test.ts): whoever is signed out, closed or
disabled by a call is followed by somebody new, so that one call cannot make all others 401."""

import os
import time
import urllib.request

import schemathesis

ends_sign_in = ("log", "session", "device", "password", "totp", "status", "delete", "offline")
token = None


def new_token():
    with urllib.request.urlopen(os.environ["FUZZ_TOKENS"]) as answer:
        return answer.read().decode()


@schemathesis.hook
def before_call(context, case, kwargs):
    global token
    if token is None or any(word in case.path.lower() for word in ends_sign_in):
        token = new_token()
    case.headers = case.headers if case.headers is not None else {}
    case.headers["Authorization"] = "Bearer " + token


@schemathesis.hook
def after_call(context, case, response):
    global token
    if response.status_code in (401, 403):
        token = None


@schemathesis.check
def answers_in_the_end(ctx, response, case):
    """No error of the server; what is not ready yet on a busy machine (503 with Retry-After) is when it is asked again."""
    for _ in range(5):
        if response.status_code != 503 or "retry-after" not in response.headers:
            break
        time.sleep(int(response.headers["retry-after"][0]))
        response = case.call()
    assert response.status_code < 500, f"{response.status_code} {response.text[:300]}"
