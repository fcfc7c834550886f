#!/usr/bin/env python3
"""An adapter for a few operations of the conformance vectors, with the standard library alone:

    anet-protocol conformance -- python3 examples/adapter.py

vectors/README.md says what each operation must answer. A real adapter calls the implementation that it tests.
"""
import base64, hashlib, json, math, re, sys


class Refuse(Exception):
    pass


def member(source, name, kind):
    value = source.get(name) if isinstance(source, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Refuse("BAD_INPUT")
    if isinstance(value, str) and re.search("[\ud800-\udfff]", value):
        raise Refuse("BAD_INPUT")
    return value


def from_base64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise Refuse("BAD_INPUT")
    if to_base64(data) != text:  # non-zero trailing bits, or more padding than there must be
        raise Refuse("BAD_INPUT")
    return data


def to_base64(data):
    return base64.b64encode(data).decode()


def cid(data, codec):
    binary = bytes([1, codec, 0x12, 0x20]) + hashlib.sha256(data).digest()
    return "b" + base64.b32encode(binary).decode().lower().rstrip("=")


def cid_of(given):
    data = from_base64(member(given, "bytesB64", str))
    codec = {"dag-cbor": 0x71, "raw": 0x55}.get(member(given, "codec", str))
    if codec is None:
        raise Refuse("BAD_INPUT")
    return {"cid": cid(data, codec)}


# Of each plane the last two code points, and U+FDD0 to U+FDEF; and surrogates, which stand alone once a text is decoded.
BAD_TEXT = re.compile("[\ud800-\udfff\ufdd0-\ufdef%s]" % "".join(chr(p << 16 | 0xFFFE) + chr(p << 16 | 0xFFFF) for p in range(17)))


def unique(pairs):
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a member name occurs twice")
    return dict(pairs)


def reject(constant):
    raise ValueError(constant)  # NaN and Infinity, which Python reads


def number(value):
    """A binary64 number as ECMAScript prints it."""
    if value == 0:
        return "0"
    mantissa, exponent = ("%s" % repr(abs(value))).partition("e")[::2]
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    point = len(whole) + int(exponent or 0)
    digits = whole + fraction
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.strip("0")
    if 0 < point <= 21:
        text = digits.ljust(point, "0")[:point] + ("." + digits[point:] if len(digits) > point else "")
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if digits[1:] else "") + "e%+d" % (point - 1)
    return ("-" if value < 0 else "") + text


def canonical(value, depth=0):
    if isinstance(value, str):
        if BAD_TEXT.search(value):
            raise ValueError("a lone surrogate or a noncharacter")
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        if math.isinf(value):
            raise ValueError("beyond binary64")
        return number(value)
    if isinstance(value, (list, dict)) and depth == 128:
        raise ValueError("too deep")
    if isinstance(value, list):
        return "[" + ",".join(canonical(element, depth + 1) for element in value) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name], depth + 1) for name in names) + "}"
    return {None: "null", True: "true", False: "false"}[value]


def canonicalize(given):
    data = from_base64(member(given, "jsonB64", str))
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=unique, parse_constant=reject, parse_int=float)
        return {"canonicalB64": to_base64(canonical(value).encode())}
    except (ValueError, RecursionError):
        raise Refuse("MALFORMED_JSON")


def go_string(text):
    escape = lambda match: "\\u%04x" % ord(match[0])
    return re.sub("[<>&\u2028\u2029]", escape, json.dumps(text, ensure_ascii=False))


def attachment_text(file):
    name, mime, content = (go_string(member(file, key, str)) for key in ("name", "mime", "cid"))
    size = member(file, "size", (int, float))
    if size != int(size) or abs(size) >= 2**53:
        raise Refuse("BAD_INPUT")
    return '{"name":%s,"mime":%s,"size":%d,"cid":%s}' % (name, mime, size, content)


def message_text(message):
    sender = member(message, "from", str)
    if sender not in ("requester", "provider"):
        raise Refuse("BAD_INPUT")
    body = go_string(member(message, "body", str))
    files = [attachment_text(file) for file in member(message, "attachments", list)] if "attachments" in message else []
    return '{"from":"%s","body":%s%s}' % (sender, body, ',"attachments":[%s]' % ",".join(files) if files else "")


def conversation(given):
    text = "[%s]" % ",".join(message_text(message) for message in member(given, "messages", list))
    version = member(given, "version", (int, float))
    if version not in (1, 2):
        raise Refuse("BAD_INPUT")
    if version == 2:
        nonce = member(given, "nonce", str)
        if nonce == "":
            raise Refuse("BAD_INPUT")
        text = '{"v":2,"nonce":%s,"messages":%s}' % (go_string(nonce), text)
    return {"bytesB64": to_base64(text.encode()), "cid": cid(text.encode(), 0x71)}


def bind(given):
    parts = ["anet/x402-bind/v1", member(given, "interactionId", str), member(given, "taskNonce", str)]
    if any(part == "" or "\0" in part for part in parts):
        raise Refuse("BAD_INPUT")
    return {"bindHex": hashlib.sha256("\0".join(parts).encode()).hexdigest()}


OPERATIONS = {"cid.of": cid_of, "json.canonicalize": canonicalize, "conversation.encode": conversation, "payment.bind": bind}


def answer(line):
    try:
        request = json.loads(line)
        request_id, op = member(request, "id", str), member(request, "op", str)
    except (ValueError, Refuse):
        return {"id": None, "error": "BAD_INPUT"}
    if op not in OPERATIONS:
        return {"id": request_id, "unsupported": True}
    try:
        return {"id": request_id, "ok": OPERATIONS[op](request.get("input"))}
    except Refuse as refusal:
        return {"id": request_id, "error": str(refusal)}
    except Exception as error:
        return {"id": request_id, "error": "INTERNAL", "detail": repr(error)}


for line in sys.stdin.buffer:
    print(json.dumps(answer(line)), flush=True)
