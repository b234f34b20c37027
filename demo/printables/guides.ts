export const solderingGuide = `# 첫 납땜 안내서

## 준비물

- 온도 조절 인두 (330~370도), 유연납 0.8mm 또는 무연납 0.6mm
- 놋쇠 수세미, 니퍼, 핀셋, 배기 팬
- 연습 기판: 공방의 "555 타이머 LED 깜빡이 키트"를 권합니다.

## 한 점을 붙이는 4초

1. **1초** 인두 끝을 패드와 다리에 동시에 댑니다. 납에 대지 않아요.
2. **1초** 반대쪽에서 납을 밀어 넣습니다. 녹아서 스스로 퍼지면 데워진 것입니다.
3. **1초** 납을 먼저 뗍니다.
4. **1초** 인두를 뗍니다. 식을 때까지 움직이지 마세요.

## 좋은 납땜과 나쁜 납땜

| 모양 | 뜻 | 고치는 법 |
| --- | --- | --- |
| 오목한 화산 모양, 반짝임 | 좋음 | 그대로 |
| 공처럼 둥글고 패드에서 뜸 | 냉납 | 플럭스를 바르고 다시 데우기 |
| 뾰족한 뿔 | 인두를 늦게 뗌 | 인두 끝을 닦고 다시 |
| 옆 다리와 이어짐 | 브리지 | 납 흡입기나 심지로 걷기 |

## 순서

저항 → 다이오드 → IC 소켓 → 콘덴서 → LED → 단자 → 큰 부품. 낮은 것부터 꽂아야 뒤집었을 때 빠지지 않습니다.

## 안전

- 연기는 옆으로 빼고, 코를 가까이 대지 않습니다.
- 인두는 늘 거치대에. 떨어지면 잡지 말고 피하세요.
- 끝나면 손을 씻습니다. 유연납은 특히요.
`;

export const droneChecklist = `# 드론 첫 비행 점검표

출력해서 배터리 가방에 넣어 두세요. 위에서 아래로, 소리 내어 읽습니다.

## 집에서

- [ ] 기체 등록과 비행 가능 구역을 확인했다
- [ ] 배터리 전압: 셀마다 4.15V 이상, 셀 차이 0.02V 이하
- [ ] 프로펠러에 금이 없다 (손톱으로 훑어 보기)
- [ ] 모터를 손으로 돌려 걸리는 느낌이 없다
- [ ] 페일세이프: 조종기를 끄면 모터가 멈춘다 (프로펠러 떼고 시험)

## 현장에서

- [ ] 바람 초속 6m 이하, 비 예보 없음
- [ ] 반경 30m 안에 사람이 없다
- [ ] 프로펠러 방향과 조임
- [ ] 가드와 프로펠러 사이 3mm 이상
- [ ] 안테나가 프로펠러에 닿지 않는다
- [ ] 전압 경보기를 꽂았다

## 이륙

- [ ] 허리 높이에서 30초 제자리 비행
- [ ] 좌우 앞뒤 반응이 맞다
- [ ] 모터 온도: 착륙 후 손가락 3초

## 내린 뒤

- [ ] 배터리를 먼저 뺀다
- [ ] 전압을 적는다
- [ ] 보관 전압(셀당 3.8V)으로 맞춘다
`;

export const safetyPage = `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>동네 공방 안전 약속</title>
<style>
body { font: 17px/1.7 system-ui, sans-serif; max-width: 720px; margin: 0 auto; padding: 32px 18px; color: #2d2a26; background: #fffdf6; }
h1 { font-size: 1.9rem; } h2 { margin-top: 2rem; border-left: 6px solid #c8553d; padding-left: 12px; }
li { margin: 6px 0; } .stop { background: #c8553d; color: #fff; padding: 14px 18px; border-radius: 14px; }
@media print { body { background: #fff; } .stop { border: 2px solid #c8553d; color: #c8553d; background: #fff; } }
</style>
</head>
<body>
<h1>동네 공방 안전 약속</h1>
<p class="stop">모르면 멈추고 묻습니다. 혼자 있을 때는 톱과 선반을 쓰지 않습니다.</p>
<h2>들어올 때</h2>
<ul><li>긴 머리는 묶고, 소매와 목걸이는 안으로 넣습니다.</li><li>보안경은 입구에, 귀마개는 기계 옆에 있습니다.</li><li>비상 정지 단추와 소화기 자리를 먼저 봅니다.</li></ul>
<h2>3D 프린터</h2>
<ul><li>노즐은 200도, 베드는 60도입니다. 출력 중에는 문을 닫아 둡니다.</li><li>ABS와 레진은 환기 장치가 켜져 있을 때만 씁니다.</li><li>레진은 장갑을 끼고, 닦은 종이는 빛에 굳혀서 버립니다.</li></ul>
<h2>레이저</h2>
<ul><li>PVC와 이름 모를 판은 자르지 않습니다. 염소 가스가 나옵니다.</li><li>불꽃이 보이면 정지, 뚜껑은 그대로, 담요를 덮습니다.</li><li>돌아가는 동안 자리를 비우지 않습니다.</li></ul>
<h2>납땜</h2>
<ul><li>배기 팬을 켜고, 끝나면 손을 씻습니다.</li><li>인두를 끄고 나서 자리를 뜹니다.</li></ul>
<h2>나갈 때</h2>
<ul><li>내가 쓴 자리는 들어올 때보다 깨끗하게.</li><li>고장 난 것은 숨기지 말고 빨간 꼬리표를 답니다.</li></ul>
</body>
</html>
`;

export type Filament = {
  name: string;
  nozzle: number;
  bed: number;
  tensile: number;
  heat: number;
  impact: number;
  price: number;
  note: string;
};

export const filaments: Filament[] = [
  {
    name: 'PLA',
    nozzle: 205,
    bed: 55,
    tensile: 58,
    heat: 55,
    impact: 2,
    price: 22000,
    note: '처음 쓰기 가장 쉬움',
  },
  {
    name: 'PLA+',
    nozzle: 215,
    bed: 60,
    tensile: 54,
    heat: 57,
    impact: 4,
    price: 26000,
    note: '덜 부러지는 PLA',
  },
  {
    name: 'PETG',
    nozzle: 240,
    bed: 80,
    tensile: 50,
    heat: 72,
    impact: 5,
    price: 25000,
    note: '물기·야외에 무난',
  },
  {
    name: 'ABS',
    nozzle: 250,
    bed: 100,
    tensile: 42,
    heat: 96,
    impact: 7,
    price: 24000,
    note: '챔버와 환기 필요',
  },
  { name: 'ASA', nozzle: 255, bed: 100, tensile: 44, heat: 98, impact: 7, price: 36000, note: '햇빛에 강함' },
  { name: 'TPU', nozzle: 230, bed: 45, tensile: 34, heat: 60, impact: 10, price: 38000, note: '휘는 부품' },
  {
    name: 'PA',
    nozzle: 265,
    bed: 90,
    tensile: 62,
    heat: 110,
    impact: 8,
    price: 52000,
    note: '반드시 말려서',
  },
  {
    name: 'PA-CF',
    nozzle: 280,
    bed: 95,
    tensile: 88,
    heat: 150,
    impact: 6,
    price: 89000,
    note: '경화 노즐 필수',
  },
  { name: 'PC', nozzle: 275, bed: 110, tensile: 65, heat: 118, impact: 9, price: 56000, note: '휨이 큼' },
];

export const filamentCsv = (): string =>
  `재료,노즐(도),베드(도),인장 강도(MPa),내열(도),충격(1~10),1kg 값(원),한마디\r\n${filaments
    .map((f) => [f.name, f.nozzle, f.bed, f.tensile, f.heat, f.impact, f.price, f.note].join(','))
    .join('\r\n')}\r\n`;
