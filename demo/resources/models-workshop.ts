import { palettes } from '../draw/palettes.ts';
import { move, turn } from '../mesh/mesh.ts';
import { block } from '../mesh/solids.ts';
import {
  batteryTray,
  droneFrame,
  landingLeg,
  motor,
  motorSpot,
  propeller,
  propGuard,
  topPlate,
} from '../models/drone.ts';
import {
  cornerClamp,
  drillGuide,
  hexBolt,
  hexNut,
  hingeLeaf,
  hingePin,
  shelfBracket,
  spring,
  thumbKnob,
  washer,
} from '../models/fixings.ts';
import { droneItems } from '../services/scene-kit.ts';
import type { DemoResource } from '../types.ts';
import { plated, rendered, stl, threeMf } from './make.ts';

const c = (palette: keyof typeof palettes, i: number): string => palettes[palette].parts[i] ?? '#e4572e';

export const workshopModels: DemoResource[] = [
  {
    slug: 'five-inch-drone-frame',
    owner: 'munjeong_drone',
    category: '3d_model',
    subcategory: '드론',
    language: 'ko',
    title: {
      ko: '출력해서 쓰는 연습용 드론 프레임',
      en: 'Printable Practice Drone Frame',
      ja: '練習用プリントドローンフレーム',
    },
    description: {
      ko: '대각 124mm 연습용 드론 프레임입니다. 바닥판, 윗판, 배터리 받침, 착륙 다리, 프로펠러 가드까지 전부 출력 부품이에요. 모터 구멍은 12mm 간격 M2, 비행 제어 보드는 30.5mm 규격입니다.\n\n카본만큼 단단하지는 않지만 실내 연습에는 충분하고, 부러져도 40분이면 다시 뽑습니다. 암 방향으로 결이 서도록 눕혀서 출력하세요.',
      en: 'A 124 mm practice frame: plates, tray, legs and guards are all printed. 12 mm M2 motor pattern and a 30.5 mm stack. Not as stiff as carbon, but a broken arm is forty minutes away.',
      ja: '対角124mmの練習用ドローンフレームです。プレート、脚、ガードまですべて出力部品。折れても40分で刷り直せます。',
    },
    tags: ['드론', 'drone', 'FPV', '프레임', '프롭가드'],
    license: 'CC-BY-SA-4.0',
    files: [
      stl('드론-바닥판', droneFrame),
      stl('드론-윗판', topPlate),
      stl('프롭-가드', () => propGuard()),
      stl('착륙-다리', landingLeg),
      stl('배터리-받침', batteryTray),
      threeMf('practice-drone-frame', '연습용 드론 프레임', () => [
        { name: '바닥판', mesh: droneFrame(), color: '#33363D' },
        { name: '윗판', mesh: move(topPlate(), 120, 0), color: '#2274A5' },
        ...[0, 1, 2, 3].map((i) => ({
          name: `가드 ${i + 1}`,
          mesh: move(propGuard(), -60 + i * 82, 130),
          color: '#F75C03',
        })),
      ]),
    ],
    pictures: [
      rendered(
        { ko: '가드를 단 드론', en: 'The drone with guards', ja: 'ガード付きドローン' },
        'sky',
        () => droneItems([c('sky', 1), '#f7f4ec', c('sky', 3)], true),
        { azimuth: -28, elevation: 32, fill: 0.84 },
      ),
      rendered(
        { ko: '출력한 드론 부품들', en: 'Printed drone parts', ja: '出力した部品' },
        'butter',
        () => [
          { mesh: droneFrame(), color: c('butter', 4) },
          { mesh: move(topPlate(), 92, 10), color: c('butter', 0) },
          { mesh: move(propGuard(), 92, -76), color: c('butter', 3) },
          { mesh: move(propeller(), 92, -76, 4), color: c('butter', 1), finish: 'gloss' },
          { mesh: move(motor(), 20, -76), color: '#d5d9dd', finish: 'metal' },
          { mesh: move(turn(landingLeg(), 'x', 90), -30, -84, 4), color: c('butter', 0) },
          { mesh: move(turn(landingLeg(), 'x', 90), -6, -90, 4), color: c('butter', 0) },
        ],
        { azimuth: -14, elevation: 48, ground: 'mat', fill: 0.86 },
      ),
    ],
    needed: {
      '드론-바닥판.stl': 1,
      '드론-윗판.stl': 1,
      '프롭-가드.stl': 4,
      '착륙-다리.stl': 4,
      '배터리-받침.stl': 1,
      // All parts on one plate, instead of the others.
      'practice-drone-frame.3mf': 0,
    },
    printSettings: [
      {
        name: '연습할 때',
        printer: 'Bambu Lab P1S',
        material: 'PLA',
        layerHeightMm: 0.2,
        nozzleMm: 0.4,
        walls: 3,
        infillPercent: 40,
        nozzleCelsius: 215,
        bedCelsius: 60,
        supports: false,
        minutes: 470,
        grams: 73,
      },
      {
        name: '착지에 견디는 다리',
        files: ['착륙-다리.stl'],
        printer: 'Bambu Lab P1S',
        material: 'PLA',
        layerHeightMm: 0.2,
        nozzleMm: 0.4,
        walls: 4,
        infillPercent: 60,
        supports: false,
      },
      {
        name: '야외에서 날릴 때',
        printer: 'Bambu Lab X1C',
        material: 'PA-CF',
        layerHeightMm: 0.2,
        nozzleMm: 0.4,
        walls: 4,
        infillPercent: 100,
        nozzleCelsius: 290,
        bedCelsius: 100,
        supports: false,
        minutes: 540,
        grams: 75,
      },
    ],
    usageInstructions:
      '모터는 M2×6 볼트로 아래에서 조이고, 첫 비행 전에 프로펠러 방향과 가드 간격(3mm 이상)을 확인하세요.',
    daysAgo: 1,
  },
  {
    slug: 'whoop-prop-guard',
    owner: 'jeju_wind',
    category: '3d_model',
    subcategory: '드론',
    language: 'ko',
    title: { ko: '2.5인치 드론 프롭 가드 네 개', en: 'Four 2.5-inch Prop Guards' },
    description: {
      ko: '벽에 부딪혀도 프로펠러가 멀쩡한 2.5인치 가드입니다. 단면을 안쪽으로 휘게 해서 가볍고, 모터 볼트 네 개로 바로 고정돼요.\n\nTPU 95A로 뽑으면 밟혀도 돌아옵니다. 바람 부는 날에는 떼는 게 낫습니다.',
      en: '2.5-inch guards that bolt to the motor. The inward-curved section keeps them light; TPU survives being stepped on.',
    },
    tags: ['드론', '프롭가드', 'TPU', 'whoop'],
    license: 'CC-BY-4.0',
    files: [
      stl('가드-2.5인치', () => propGuard()),
      stl('가드-네개-한판', () =>
        plated([
          [propGuard(), 0, 0],
          [propGuard(), 80, 0],
          [propGuard(), 0, 80],
          [propGuard(), 80, 80],
        ]),
      ),
    ],
    pictures: [
      rendered(
        { ko: '프로펠러와 함께 놓은 가드', en: 'Guards with propellers' },
        'mint',
        () =>
          [0, 1, 2, 3].flatMap((i) => {
            const [x, y] = motorSpot(i, 54);
            return [
              {
                mesh: move(turn(propGuard(), 'z', i * 40), x, y, i === 1 ? 14 : 0),
                color: c('mint', [0, 2, 3, 1][i] ?? 0),
              },
              ...(i === 1
                ? []
                : [
                    {
                      mesh: move(turn(propeller(), 'z', 30 * i), x, y, 8),
                      color: c('mint', [2, 1, 0, 0][i] ?? 0),
                      finish: 'gloss' as const,
                    },
                    { mesh: move(motor(), x, y, 0.1), color: '#d6dadf', finish: 'metal' as const },
                  ]),
            ];
          }),
        { azimuth: -30, elevation: 36, fill: 0.84 },
      ),
    ],
    printSettings: { material: 'TPU', layerHeightMm: 0.2, infillPercent: 25, supports: false, minutes: 120 },
    daysAgo: 52,
  },
  {
    slug: 'printed-hinge',
    owner: 'bukseong_iron',
    category: '3d_model',
    subcategory: '철물',
    language: 'ko',
    title: { ko: '나사 구멍 있는 출력 경첩 60mm', en: 'Printable 60 mm Hinge', ja: '60mmプリント蝶番' },
    description: {
      ko: '대장간에서 쓰는 경첩 모양을 그대로 옮긴 출력 경첩입니다. 마디 다섯 개, 핀은 4mm 봉이나 출력 핀을 씁니다. 접시머리 M4 자리가 세 개씩 있어요.\n\n문짝보다는 상자나 작은 찬장에 맞습니다. 핀 구멍은 4.3mm라 줄질 없이 들어갑니다.',
      en: 'A butt hinge in the shape we forge: five knuckles, a 4 mm pin and three countersunk M4 holes per leaf. For boxes and small cupboards.',
      ja: '鍛冶屋の蝶番をそのまま写したプリント蝶番です。節五つ、ピン4mm、皿ねじM4の穴が片側三つ。',
    },
    tags: ['경첩', '철물', '상자', 'hinge'],
    license: 'CC0-1.0',
    files: [
      stl('경첩-A', () => hingeLeaf(0)),
      stl('경첩-B', () => hingeLeaf(1)),
      stl('경첩-핀', () => hingePin()),
    ],
    pictures: [
      rendered(
        {
          ko: '펼친 경첩과 반쯤 접은 경첩',
          en: 'One hinge open, one half folded',
          ja: '開いた蝶番と半分閉じた蝶番',
        },
        'clay',
        () => [
          { mesh: hingeLeaf(0), color: c('clay', 0) },
          { mesh: turn(hingeLeaf(1), 'z', 180), color: c('clay', 2) },
          { mesh: move(turn(hingePin(), 'y', 90), -31, 0, 5), color: '#c7ccd1', finish: 'metal' },
          { mesh: move(turn(turn(hingeLeaf(0), 'x', 68), 'z', 0), 84, 14, 0), color: c('clay', 1) },
          { mesh: move(turn(hingeLeaf(1), 'z', 180), 84, 14 - 4.6, 0), color: c('clay', 3) },
          { mesh: move(turn(hingePin(), 'y', 90), 0, -52, 4.4), color: c('clay', 3) },
        ],
        { azimuth: -24, elevation: 36, fill: 0.82, ground: 'wood' },
      ),
    ],
    printSettings: { material: 'PETG', layerHeightMm: 0.16, infillPercent: 60, supports: false, minutes: 95 },
    daysAgo: 14,
  },
  {
    slug: 'shelf-bracket-105',
    owner: 'hanam_press',
    category: '3d_model',
    subcategory: '철물',
    language: 'ko',
    title: { ko: '가운데가 뚫린 선반 브래킷', en: 'Open-web Shelf Bracket' },
    description: {
      ko: '깊이 78mm, 높이 104mm 선반 브래킷입니다. 가운데 삼각형을 비워 재료를 줄였고 접시머리 나사 구멍이 네 개예요. PETG 인필 40%로 한 개당 6kg까지 시험했습니다.\n\n벽에 붙는 면을 바닥에 두고 출력하세요.',
      en: 'A 78 by 104 mm shelf bracket with an open web and four countersunk holes, tested to 6 kg each in PETG.',
    },
    tags: ['브래킷', '선반', '철물', '벽'],
    license: 'CC-BY-4.0',
    files: [stl('선반-브래킷', shelfBracket)],
    pictures: [
      rendered(
        { ko: '선반 브래킷 세 개', en: 'Three brackets' },
        'sky',
        () => [
          { mesh: shelfBracket(), color: c('sky', 0) },
          { mesh: move(turn(shelfBracket(), 'z', 24), 74, -8), color: c('sky', 3) },
          { mesh: move(turn(turn(shelfBracket(), 'y', 90), 'z', 64), -44, -56, 14), color: c('sky', 1) },
        ],
        { azimuth: -120, elevation: 26, fill: 0.8 },
      ),
    ],
    printSettings: {
      material: 'PETG',
      layerHeightMm: 0.24,
      infillPercent: 40,
      supports: false,
      minutes: 180,
    },
    daysAgo: 64,
  },
  {
    slug: 'bolts-knobs-springs',
    owner: 'guro_cnc',
    category: '3d_model',
    subcategory: '철물',
    language: 'ko',
    title: { ko: 'M8 볼트·너트·노브·스프링 모음', en: 'M8 Bolts, Nuts, Knobs and Springs' },
    description: {
      ko: '출력용으로 여유를 준 M8 나사산, 육각 볼트와 너트, 손으로 돌리는 노브, 와셔, 스프링입니다. 나사산은 지름을 0.3mm 줄여 그대로 맞물려요.\n\n지그의 손잡이나 시제품 조립을 확인할 때 쓰세요. 스프링은 PETG로 세워 뽑으면 꽤 탄력이 있습니다.',
      en: 'Printable M8 hardware with clearance built in: bolts, nuts, hand knobs, washers and a working spring.',
    },
    tags: ['볼트', '너트', '나사', '지그', '스프링'],
    license: 'CC0-1.0',
    files: [
      stl('M8-볼트-30', () => turn(hexBolt(8, 1.25, 30), 'x', 180)),
      stl('M8-너트', () => hexNut(8, 1.25)),
      stl('노브-M8', () => thumbKnob(7, 18)),
      stl('스프링', () => spring(10, 1.2, 7, 42)),
    ],
    pictures: [
      rendered(
        { ko: '볼트와 너트, 노브, 스프링', en: 'Bolts, nuts, knobs and a spring' },
        'steel',
        () => [
          ...[-44, -20, 4].map((x, i) => ({
            mesh: move(
              turn(hexBolt(8, 1.25, 30), 'x', i === 1 ? 0 : 180),
              x,
              i === 1 ? -4 : 0,
              i === 1 ? 30 : 0.02,
            ),
            color: c('steel', i),
          })),
          ...[
            [30, -18],
            [48, -26],
            [24, -38],
          ].map(([x = 0, y = 0], i) => ({
            mesh: move(turn(hexNut(8, 1.25), 'z', i * 20), x, y),
            color: c('steel', [3, 0, 4][i] ?? 0),
          })),
          { mesh: move(thumbKnob(7, 18), 44, 20), color: c('steel', 0) },
          { mesh: move(turn(thumbKnob(5, 14), 'x', 180), -20, -42, 16), color: c('steel', 1) },
          { mesh: move(spring(10, 1.2, 7, 42), 78, 0), color: c('steel', 3), finish: 'gloss' },
          { mesh: move(washer(8.4, 17, 1.6), -52, -32), color: c('steel', 2) },
          { mesh: move(washer(8.4, 17, 1.6), -48, -36, 1.7), color: c('steel', 3) },
        ],
        { azimuth: -18, elevation: 32, fill: 0.82 },
      ),
    ],
    printSettings: {
      material: 'PETG',
      layerHeightMm: 0.12,
      infillPercent: 60,
      supports: false,
      minutes: 130,
    },
    daysAgo: 71,
  },
  {
    slug: 'corner-clamp-and-guide',
    owner: 'yeonnam_wood',
    category: '3d_model',
    subcategory: '목공 지그',
    language: 'ko',
    title: {
      ko: '직각 코너 클램프와 드릴 가이드',
      en: 'Corner Clamp and Drill Guide',
      ja: '直角クランプとドリルガイド',
    },
    description: {
      ko: '상자 모서리를 90도로 잡아 주는 클램프와 3~8mm 드릴 가이드입니다. 가이드는 펜스가 있어서 판 끝에 대고 바로 뚫으면 돼요.\n\n본드가 묻지 않게 안쪽에 테이프를 붙이고 쓰세요. 공방 수업에서 두 해째 쓰고 있는 크기입니다.',
      en: 'A clamp that holds box corners square and a fenced drill guide for 3 to 8 mm. Two years of classes have settled the sizes.',
      ja: '箱の角を直角に押さえるクランプと、3〜8mmのドリルガイドです。',
    },
    tags: ['목공', '지그', '클램프', '드릴', '상자'],
    license: 'CC-BY-SA-4.0',
    files: [
      stl('코너-클램프', () => cornerClamp().jaw),
      stl('조임-나사', () => cornerClamp().screw),
      stl('드릴-가이드', drillGuide),
    ],
    pictures: [
      rendered(
        { ko: '클램프와 드릴 가이드', en: 'Clamp and drill guide', ja: 'クランプとドリルガイド' },
        'sand',
        () => [
          { mesh: cornerClamp().jaw, color: c('sand', 3) },
          { mesh: move(turn(cornerClamp().screw, 'y', 90), 18, 46, 12), color: c('sand', 1) },
          { mesh: move(drillGuide(), 66, -48, 14), color: c('sand', 1) },
          { mesh: move(block(150, 26, 14, 1, 0.6), 72, -43, 0), color: '#d8b384', finish: 'matte' },
        ],
        { azimuth: -26, elevation: 36, ground: 'wood', fill: 0.82 },
      ),
    ],
    printSettings: { material: 'PLA', layerHeightMm: 0.2, infillPercent: 35, supports: false, minutes: 230 },
    daysAgo: 37,
  },
];
