/** Small Python programs, each complete and without dependencies. */
export const gcodeEstimate = String.raw`#!/usr/bin/env python3
"""G코드 파일의 출력 시간, 필라멘트 길이, 무게, 재료비를 어림합니다.

사용법: python gcode-estimate.py part.gcode [--price 25000] [--density 1.24]
"""
import argparse
import math
import re

WORD = re.compile(r"([GMXYZEFS])(-?\d+(?:\.\d+)?)")


def moves(lines):
    """(거리, 압출량, 속도, 대기시간)을 한 줄씩 내줍니다."""
    x = y = z = e = 0.0
    feed = 1500.0
    absolute = absolute_e = True
    for line in lines:
        words = dict(WORD.findall(line.split(";", 1)[0].upper()))
        code = words.get("G")
        if words.get("M") == "82":
            absolute_e = True
        elif words.get("M") == "83":
            absolute_e = False
        elif code == "90":
            absolute = absolute_e = True
        elif code == "91":
            absolute = absolute_e = False
        elif code == "92":
            x, y, z, e = (float(words.get(k, v)) for k, v in zip("XYZE", (x, y, z, e)))
        elif code == "4":
            yield 0.0, 0.0, feed, float(words.get("S", 0))
        elif code in ("0", "1"):
            feed = float(words.get("F", feed))
            target = []
            for axis, now in zip("XYZ", (x, y, z)):
                value = float(words[axis]) if axis in words else None
                target.append(now if value is None else value if absolute else now + value)
            pushed = 0.0
            if "E" in words:
                value = float(words["E"])
                pushed = value - e if absolute_e else value
                e = value if absolute_e else e + value
            distance = math.dist((x, y, z), target)
            x, y, z = target
            yield distance, pushed, feed, 0.0


def estimate(lines, acceleration=1500.0, diameter=1.75, density=1.24):
    seconds = length = travel = 0.0
    for distance, pushed, feed, wait in moves(lines):
        speed = feed / 60
        amount = distance if distance > 0 else abs(pushed)
        if speed > 0 and amount > 0:
            # 짧은 움직임은 최고 속도에 닿기 전에 멈춥니다.
            ramp = speed * speed / acceleration
            seconds += amount / speed + speed / acceleration if amount > ramp else 2 * math.sqrt(amount / acceleration)
        seconds += wait
        length += pushed
        travel += distance
    grams = math.pi * (diameter / 2) ** 2 * length / 1000 * density
    return {"seconds": seconds, "metres": length / 1000, "grams": grams, "travel": travel / 1000}


def main():
    parser = argparse.ArgumentParser(description="G코드 출력 시간과 재료비 계산기")
    parser.add_argument("file")
    parser.add_argument("--price", type=float, default=25000, help="1kg 값(원)")
    parser.add_argument("--density", type=float, default=1.24)
    args = parser.parse_args()
    with open(args.file, encoding="utf-8", errors="replace") as source:
        result = estimate(source, density=args.density)
    hours, rest = divmod(int(result["seconds"]), 3600)
    print(f"출력 시간   {hours}시간 {rest // 60}분")
    print(f"필라멘트    {result['metres']:.2f} m, {result['grams']:.1f} g")
    print(f"재료비      {result['grams'] / 1000 * args.price:,.0f}원")
    print(f"이동 거리   {result['travel']:.1f} m")


if __name__ == "__main__":
    main()
`;

export const gcodeSample = String.raw`; 20mm 사각형 세 층
G28
G90
M82
G92 E0
G1 Z0.2 F600
G1 X20 Y0 E0.8 F1800
G1 X20 Y20 E1.6
G1 X0 Y20 E2.4
G1 X0 Y0 E3.2
G1 Z0.4 F600
G1 X20 Y0 E4.0 F2400
G1 X20 Y20 E4.8
G1 X0 Y20 E5.6
G1 X0 Y0 E6.4
G1 Z0.6 F600
G1 X20 Y0 E7.2 F2400
G1 X20 Y20 E8.0
G1 X0 Y20 E8.8
G1 X0 Y0 E9.6
G4 S1
`;

export const filament = String.raw`#!/usr/bin/env python3
"""필라멘트 재고 장부. 남은 무게를 재고, 모자라면 알려 줍니다.

  python filament.py add "PLA 주황" --material PLA --grams 1000 --price 24000
  python filament.py use 1 132 --for "유성기어"
  python filament.py list
"""
import argparse
import json
import pathlib
from datetime import date

STORE = pathlib.Path(__file__).with_name("spools.json")


def load():
    if STORE.exists():
        return json.loads(STORE.read_text(encoding="utf-8"))
    return {"next": 1, "spools": []}


def save(data):
    STORE.write_text(json.dumps(data, ensure_ascii=False, indent=2), encoding="utf-8")


def find(data, number):
    for spool in data["spools"]:
        if spool["id"] == number:
            return spool
    raise SystemExit(f"{number}번 스풀이 없습니다.")


def add(data, args):
    data["spools"].append({
        "id": data["next"], "name": args.name, "material": args.material,
        "full": args.grams, "left": args.grams, "price": args.price, "uses": [],
    })
    print(f"{data['next']}번으로 넣었습니다.")
    data["next"] += 1


def use(data, args):
    spool = find(data, args.id)
    if args.grams > spool["left"]:
        raise SystemExit(f"{spool['left']}g밖에 남지 않았습니다.")
    spool["left"] = round(spool["left"] - args.grams, 1)
    cost = args.grams / spool["full"] * spool["price"]
    spool["uses"].append({"day": date.today().isoformat(), "grams": args.grams, "for": args.purpose})
    print(f"{args.grams:g}g 사용, 재료비 {cost:,.0f}원, {spool['left']:g}g 남음")


def show(data, args):
    for spool in data["spools"]:
        share = spool["left"] / spool["full"]
        bar = "#" * round(share * 20)
        warning = "  <- 주문하세요" if share < 0.15 else ""
        print(f"{spool['id']:>3} {spool['material']:<6} [{bar:<20}] {spool['left']:>6g}g {spool['name']}{warning}")


def main():
    parser = argparse.ArgumentParser(description="필라멘트 재고 장부")
    commands = parser.add_subparsers(dest="command", required=True)
    p = commands.add_parser("add")
    p.add_argument("name")
    p.add_argument("--material", default="PLA")
    p.add_argument("--grams", type=float, default=1000)
    p.add_argument("--price", type=float, default=25000)
    p.set_defaults(run=add)
    p = commands.add_parser("use")
    p.add_argument("id", type=int)
    p.add_argument("grams", type=float)
    p.add_argument("--for", dest="purpose", default="")
    p.set_defaults(run=use)
    p = commands.add_parser("list")
    p.set_defaults(run=show)
    args = parser.parse_args()
    data = load()
    args.run(data, args)
    save(data)


if __name__ == "__main__":
    main()
`;

export const notifier = String.raw`#!/usr/bin/env python3
"""Watches a printer's status page and calls a webhook when a print ends, fails or stops moving.

The printer address must answer GET /api/job with JSON like
{"state": "Printing", "progress": {"completion": 41.5}, "job": {"file": {"name": "gear.gcode"}}}.
Run with --simulate to try it without a printer.
"""
import argparse
import json
import time
import urllib.request


def fetch(url, key):
    request = urllib.request.Request(url, headers={"X-Api-Key": key} if key else {})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def simulated():
    for percent in (0, 24, 55, 81, 100):
        yield {"state": "Printing" if percent < 100 else "Operational",
               "progress": {"completion": percent}, "job": {"file": {"name": "gear.gcode"}}}


class Watcher:
    """Turns a row of status answers into the few messages a person wants."""

    def __init__(self, stall_after=600):
        self.stall_after = stall_after
        self.state = None
        self.percent = None
        self.changed = 0.0
        self.warned = False

    def see(self, job, now):
        state = job["state"]
        percent = (job.get("progress") or {}).get("completion") or 0
        name = ((job.get("job") or {}).get("file") or {}).get("name") or "?"
        messages = []
        if self.state == "Printing" and state == "Operational":
            messages.append(f"Finished: {name}" if percent >= 99 else f"Cancelled: {name}")
        if state.startswith("Error") and self.state != state:
            messages.append(f"Printer error: {state}")
        if state == "Printing" and self.state != "Printing":
            messages.append(f"Started: {name}")
            self.changed = now
        if percent != self.percent:
            self.changed = now
            self.warned = False
        elif state == "Printing" and not self.warned and now - self.changed > self.stall_after:
            messages.append(f"No progress for {self.stall_after // 60} minutes: {name} at {percent:.0f}%")
            self.warned = True
        self.state = state
        self.percent = percent
        return messages


def send(webhook, text):
    print(text)
    if not webhook:
        return
    body = json.dumps({"text": text}).encode()
    urllib.request.urlopen(urllib.request.Request(webhook, body, {"Content-Type": "application/json"}), timeout=10)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--printer", default="http://printer.local")
    parser.add_argument("--key", default="")
    parser.add_argument("--webhook", default="")
    parser.add_argument("--every", type=float, default=15)
    parser.add_argument("--simulate", action="store_true")
    args = parser.parse_args()
    watcher = Watcher()
    if args.simulate:
        for step, job in enumerate(simulated()):
            for text in watcher.see(job, step * 60.0):
                send(args.webhook, text)
        return
    while True:
        try:
            for text in watcher.see(fetch(args.printer + "/api/job", args.key), time.monotonic()):
                send(args.webhook, text)
        except OSError as error:
            print("printer does not answer:", error)
        time.sleep(args.every)


if __name__ == "__main__":
    main()
`;

export const bomMerge = String.raw`#!/usr/bin/env python3
"""여러 보드의 부품표(CSV)를 합쳐 주문 목록 하나로 만듭니다.

사용법: python bom-merge.py 5xline-robot-bom.csv 2xplant-monitor-bom.csv > order.csv
파일 이름 앞의 "5x"는 그 보드를 다섯 장 만든다는 뜻입니다.
"""
import csv
import pathlib
import re
import sys
from collections import OrderedDict

SPARE = 0.1  # 잃어버릴 것을 생각해 10% 더 삽니다.


def read(argument):
    match = re.match(r"(?:(\d+)x)?(.+)$", argument)
    count, path = int(match.group(1) or 1), pathlib.Path(match.group(2))
    with path.open(encoding="utf-8-sig", newline="") as source:
        for row in csv.DictReader(source):
            yield count, row


def merge(arguments):
    order = OrderedDict()
    for argument in arguments:
        for count, row in read(argument):
            key = (row["부품"], row["값"], row["부품 번호"])
            line = order.setdefault(key, {"need": 0, "price": int(row["단가(원)"] or 0), "boards": set()})
            line["need"] += count * int(row["수량"])
            line["boards"].add(pathlib.Path(argument).stem)
    return order


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    out = csv.writer(sys.stdout)
    out.writerow(["부품", "값", "부품 번호", "필요", "주문", "단가(원)", "금액(원)"])
    total = 0
    for (name, value, number), line in merge(sys.argv[1:]).items():
        buy = line["need"] + max(1, round(line["need"] * SPARE)) if line["price"] < 500 else line["need"]
        total += buy * line["price"]
        out.writerow([name, value, number, line["need"], buy, line["price"], buy * line["price"]])
    out.writerow(["합계", "", "", "", "", "", total])


if __name__ == "__main__":
    main()
`;

export const bomSample = `부호,수량,부품,값,부품 번호,대체품,단가(원),금액(원)
R1 R2,2,저항,330,CFR-25JB,,20,40
D1 D2,2,LED 5mm,OK,,,50,100
U1,1,마이크로컨트롤러 보드,XIAO ESP32C3,113991054,,7900,7900
`;

export const thrust = String.raw`#!/usr/bin/env python3
"""드론 모터 추력 시험 기록(CSV)을 읽어 효율과 호버링 지점을 계산합니다.

CSV 열: throttle,grams,amps,volts,rpm
사용법: python thrust.py run.csv --weight 480 --motors 4
"""
import argparse
import csv


def read(path):
    with open(path, encoding="utf-8-sig", newline="") as source:
        rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(source)]
    return sorted(rows, key=lambda row: row["throttle"])


def between(rows, grams):
    """추력 grams가 나오는 지점을 이웃한 두 줄 사이에서 찾습니다."""
    for a, b in zip(rows, rows[1:]):
        if a["grams"] <= grams <= b["grams"]:
            t = (grams - a["grams"]) / ((b["grams"] - a["grams"]) or 1)
            return {key: a[key] + (b[key] - a[key]) * t for key in a}
    return None


def main():
    parser = argparse.ArgumentParser(description="드론 추력 분석")
    parser.add_argument("file")
    parser.add_argument("--weight", type=float, required=True, help="기체 무게(g)")
    parser.add_argument("--motors", type=int, default=4)
    parser.add_argument("--capacity", type=float, default=1500, help="배터리(mAh)")
    args = parser.parse_args()
    rows = read(args.file)
    print("스로틀   추력    전력   효율")
    for row in rows:
        watts = row["amps"] * row["volts"]
        print(f"{row['throttle']:5.0f}% {row['grams']:6.0f}g {watts:6.1f}W {row['grams'] / watts if watts else 0:5.2f} g/W")
    best = max(row["grams"] for row in rows) * args.motors
    print(f"추력 대 무게  {best / args.weight:.2f} : 1")
    hover = between(rows, args.weight / args.motors)
    if hover is None:
        raise SystemExit("이 모터로는 제자리 비행을 할 수 없습니다.")
    minutes = args.capacity / 1000 * 0.8 / (hover["amps"] * args.motors) * 60
    print(f"호버링 스로틀 {hover['throttle']:.0f}%, 예상 비행 {minutes:.1f}분")


if __name__ == "__main__":
    main()
`;

export const thrustSample = `throttle,grams,amps,volts,rpm
20,48,0.9,16.4,7200
40,132,3.1,16.2,12100
60,246,7.4,15.9,16400
80,371,13.6,15.4,19800
100,482,20.9,14.9,22300
`;
