import { palettes } from '../draw/palettes.ts';
import { circle } from '../mesh/rings.ts';
import { join, move, turn } from '../mesh/mesh.ts';
import { block } from '../mesh/solids.ts';
import { keycap } from '../models/desk.ts';
import { droneFrame, landingLeg, motor, motorSpot, propeller, propGuard, topPlate } from '../models/drone.ts';
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
import {
  cutter,
  diceTower,
  die,
  gearCookie,
  grown,
  heartCookie,
  houseCookie,
  link,
  pawn,
  robot,
  rook,
  spinningTop,
  starCookie,
} from '../models/toys.ts';
import { at } from '../models/props.ts';
import { droneItems, robotItems } from '../services/service-scenes.ts';
import type { DemoResource } from '../types.ts';
import { plated, rendered, stl, threeMf } from './make.ts';

const c = (palette: keyof typeof palettes, i: number): string => palettes[palette].parts[i] ?? '#e4572e';
const cutters = () => ({
  star: cutter(starCookie()),
  gear: cutter(gearCookie(), 16, circle(36, 90)),
  heart: cutter(heartCookie(), 16, grown(heartCookie(), 1.15)),
  house: cutter(houseCookie()),
});

export const playResources: DemoResource[] = [
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
      ko: '대각 124mm 연습용 드론 프레임입니다. 바닥판, 윗판, 착륙 다리, 프로펠러 가드까지 전부 출력 부품이에요. 모터 구멍은 12mm 간격 M2, 비행 제어 보드는 30.5mm 규격입니다.\n\n카본만큼 단단하지는 않지만 실내 연습에는 충분하고, 부러져도 40분이면 다시 뽑습니다. 암 방향으로 결이 서도록 눕혀서 출력하세요.',
      en: 'A 124 mm practice frame: plates, legs and guards are all printed. 12 mm M2 motor pattern and a 30.5 mm stack. Not as stiff as carbon, but a broken arm is forty minutes away.',
      ja: '対角124mmの練習用ドローンフレームです。プレート、脚、ガードまですべて出力部品。折れても40分で刷り直せます。',
    },
    tags: ['드론', 'drone', 'FPV', '프레임', '프롭가드'],
    license: 'CC-BY-SA-4.0',
    files: [
      stl('드론-바닥판', droneFrame),
      stl('드론-윗판', topPlate),
      stl('프롭-가드', () => propGuard()),
      stl('착륙-다리', landingLeg),
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
    printSettings: {
      material: 'PA-CF',
      layerHeightMm: 0.2,
      infillPercent: 100,
      supports: false,
      minutes: 260,
    },
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
  {
    slug: 'castle-dice-tower',
    owner: 'chuncheon_game',
    category: '3d_model',
    subcategory: '보드게임',
    language: 'ko',
    title: { ko: '성 모양 주사위 탑', en: 'Castle Dice Tower', ja: 'お城のダイスタワー' },
    description: {
      ko: '위로 주사위를 넣으면 안쪽 경사판 두 장을 굴러 아래 문으로 나오는 성 모양 탑입니다. 앞마당에 턱이 있어서 주사위가 도망가지 않아요.\n\n16mm 주사위 두 개를 한 번에 굴릴 수 있습니다. 서포트 없이 세워서 출력하세요.',
      en: 'Drop dice in the keep, they tumble over two ramps and roll into the courtyard. Takes two 16 mm dice at once, prints standing without supports.',
      ja: '上から入れたサイコロが二枚の坂を転がって門から出てくるお城です。',
    },
    tags: ['보드게임', '주사위', '성', '장난감'],
    license: 'CC-BY-NC-4.0',
    files: [stl('주사위-탑', diceTower), stl('주사위-16mm', () => die(16))],
    pictures: [
      rendered(
        { ko: '주사위가 나온 성 탑', en: 'The tower with dice', ja: 'ダイスタワー' },
        'lilac',
        () => [
          { mesh: diceTower(), color: '#b9b2c9', finish: 'matte', layer: 1.2 },
          { mesh: move(turn(die(16), 'z', 20), -10, -72, 11), color: c('lilac', 3), finish: 'gloss' },
          { mesh: move(turn(die(16), 'z', -35), 16, -80, 11), color: c('lilac', 1), finish: 'gloss' },
        ],
        { azimuth: -28, elevation: 24, fill: 0.84 },
      ),
    ],
    printSettings: { material: 'PLA', layerHeightMm: 0.24, infillPercent: 8, supports: false, minutes: 540 },
    daysAgo: 23,
  },
  {
    slug: 'desk-robot-figure',
    owner: 'yuseong_robot',
    category: '3d_model',
    subcategory: '장난감',
    language: 'ko',
    title: { ko: '책상 위 로봇 뚜벅이', en: 'Ttubeogi the Desk Robot', ja: '机の上のロボット・トゥボギ' },
    description: {
      ko: '교육 키트의 얼굴인 로봇 뚜벅이입니다. 몸통, 관절, 눈을 색깔별로 나눠 두어서 멀티컬러 프린터가 없어도 조립해서 색을 맞출 수 있어요.\n\n키 117mm, 가슴의 기어는 따로 끼웁니다. 아이들 이름표를 붙여 주면 수업 분위기가 달라집니다.',
      en: 'The face of our school kits. Body, joints and eyes are split by colour, so a single-colour printer is enough; the gear on the chest clips in.',
      ja: '教育キットの顔、ロボットのトゥボギです。色ごとに分かれているので単色プリンターでも色分けできます。',
    },
    tags: ['로봇', '장난감', '키트', '교육', '기어'],
    license: 'CC-BY-NC-SA-4.0',
    files: [
      stl('로봇-뚜벅이', () => join(...robot().map(({ mesh }) => mesh))),
      threeMf('robot-by-color', '로봇 뚜벅이', () =>
        (['body', 'joint', 'face', 'eye'] as const).map((role) => ({
          name: role,
          mesh: join(
            ...robot()
              .filter((part) => part.role === role)
              .map(({ mesh }) => mesh),
          ),
          color: { body: '#E4572E', joint: '#474C55', face: '#23262C', eye: '#FFE082' }[role],
        })),
      ),
    ],
    pictures: [
      rendered(
        { ko: '주황색 뚜벅이와 친구들', en: 'Ttubeogi and friends', ja: 'トゥボギと仲間たち' },
        'peach',
        () => [
          ...robotItems(c('peach', 0), '#474c55', '#ffe082'),
          ...at(robotItems(c('peach', 1), '#474c55', '#9be7ff'), -104, 36, 0, -14),
          ...at(robotItems('#f2e9da', '#5b616b', '#ff8a65'), 104, 36, 0, 14),
        ],
        { azimuth: -6, elevation: 14, fill: 0.86 },
      ),
    ],
    printSettings: { material: 'PLA', layerHeightMm: 0.2, infillPercent: 12, supports: true, minutes: 360 },
    daysAgo: 11,
  },
  {
    slug: 'maker-cookie-cutters',
    owner: 'naseong_kit',
    category: '3d_model',
    subcategory: '주방',
    language: 'ko',
    title: { ko: '메이커 쿠키 커터 네 가지', en: 'Maker Cookie Cutters' },
    description: {
      ko: '기어, 별, 하트, 집 모양 쿠키 커터입니다. 날은 1mm, 손잡이 테두리는 3mm 넓혀서 아이들이 눌러도 아프지 않아요.\n\n식품에 닿는 부분은 PETG로 뽑고, 쓰기 전에 반죽에 랩을 덮어 주세요. 기어 쿠키는 두 개를 맞물려 놓으면 인기가 좋습니다.',
      en: 'Gear, star, heart and house cutters with a 1 mm edge and a wide rim. Lay cling film over the dough before you press.',
    },
    tags: ['쿠키커터', '주방', '기어', '어린이'],
    license: 'CC0-1.0',
    files: (['gear', 'star', 'heart', 'house'] as const).map((name) =>
      stl(`쿠키커터-${name}`, () => cutters()[name]),
    ),
    pictures: [
      rendered(
        { ko: '쿠키 커터 네 개', en: 'The four cutters' },
        'butter',
        () => {
          const k = cutters();
          return [
            { mesh: move(turn(k.gear, 'z', 8), -44, 20), color: c('butter', 0) },
            { mesh: move(turn(k.star, 'z', -12), 42, 30), color: c('butter', 3) },
            { mesh: move(turn(k.heart, 'z', 16), -24, -58), color: c('butter', 0) },
            { mesh: move(turn(k.house, 'z', -8), 58, -48), color: c('butter', 1) },
          ];
        },
        { azimuth: -14, elevation: 46, fill: 0.84 },
      ),
    ],
    printSettings: { material: 'PETG', layerHeightMm: 0.2, infillPercent: 15, supports: false, minutes: 100 },
    daysAgo: 76,
  },
  {
    slug: 'sculpted-keycaps',
    owner: 'cheongju_type',
    category: '3d_model',
    subcategory: '키보드',
    language: 'ko',
    title: { ko: '네 줄 조각 키캡 (1u~2u)', en: 'Sculpted Keycaps, Four Rows' },
    description: {
      ko: '줄마다 높이와 기울기가 다른 체리 방식 키캡입니다. 1u, 1.25u, 1.75u, 2u가 있고 윗면은 0.9mm 오목해요. 속은 비어 있어 무게가 PBT와 비슷합니다.\n\n레진으로 뽑아 염색하면 가장 예쁘고, FDM은 0.12mm로 눕혀 뽑으세요. 십자 구멍은 4.1mm입니다.',
      en: 'Cherry-style caps with a different height and tilt per row, 1u to 2u, dished and hollow. Resin and dye look best.',
    },
    tags: ['키캡', '키보드', '레진', 'keycap'],
    license: 'CC-BY-NC-4.0',
    files: [1, 1.25, 1.75, 2].map((units) => stl(`키캡-${units}u`, () => keycap(units, 9.6, 0.03))),
    pictures: [
      rendered(
        { ko: '줄 맞춰 놓은 키캡', en: 'Keycaps in rows' },
        'mint',
        () => [
          ...[0, 1, 2, 3].flatMap((r) =>
            [0, 1, 2, 3, 4].map((k) => ({
              mesh: move(keycap(1, 11 - r * 0.6, 0.07 - r * 0.05), -38 + k * 19.05 + r * 4, 30 - r * 19.05),
              color:
                [c('mint', 1), c('mint', 0), c('mint', 2), c('mint', 4)][
                  (k + r * 2) % 7 === 0 ? 2 : (k * r) % 5 === 2 ? 1 : r === 3 && k > 3 ? 3 : 0
                ] ?? c('mint', 1),
              finish: 'matte' as const,
            })),
          ),
          { mesh: move(turn(keycap(2, 9.6, 0.03), 'z', -14), 84, -34), color: c('mint', 2), finish: 'matte' },
          {
            mesh: move(turn(turn(keycap(1, 10, 0.03), 'x', 180), 'z', 20), 82, 2, 10.2),
            color: c('mint', 0),
            finish: 'matte',
          },
        ],
        { azimuth: -22, elevation: 38, fill: 0.82 },
      ),
    ],
    printSettings: {
      material: '레진',
      layerHeightMm: 0.05,
      infillPercent: 100,
      supports: true,
      minutes: 170,
    },
    daysAgo: 19,
  },
  {
    slug: 'chess-and-tops',
    owner: 'haeundae_resin',
    category: '3d_model',
    subcategory: '보드게임',
    language: 'ko',
    title: { ko: '체스 말 폰·룩과 손팽이', en: 'Pawns, Rooks and a Spinning Top' },
    description: {
      ko: '선반으로 깎은 듯한 체스 폰과 룩, 손으로 돌리는 팽이, 이어 붙이는 사슬 고리입니다. 레진 초보가 서포트 자국을 지우는 연습을 하기 좋은 모양이에요.\n\n팽이는 위쪽 무게를 살려 40초 넘게 돕니다.',
      en: 'Lathe-style pawns and rooks, a finger top that spins for forty seconds, and links for a chain. Good practice pieces for resin.',
    },
    tags: ['체스', '팽이', '레진', '보드게임'],
    license: 'CC-BY-4.0',
    files: [
      stl('체스-폰', () => pawn()),
      stl('체스-룩', () => rook()),
      stl('손팽이', spinningTop),
      stl('사슬-고리', link),
    ],
    pictures: [
      rendered(
        { ko: '체스 말과 팽이', en: 'Chess pieces and a top' },
        'clay',
        () => [
          { mesh: move(rook(), -46, 10), color: c('clay', 4), finish: 'gloss' },
          { mesh: move(rook(), 40, 22), color: c('clay', 2), finish: 'gloss' },
          ...[-22, 2].map((x, i) => ({
            mesh: move(pawn(), x, -20 - i * 6),
            color: c('clay', i === 0 ? 4 : 2),
            finish: 'gloss' as const,
          })),
          { mesh: move(turn(spinningTop(), 'x', 16), 42, -34, 0.8), color: c('clay', 0), finish: 'gloss' },
          ...[0, 1, 2].map((i) => ({
            mesh: move(
              turn(turn(link(), 'x', (i % 2) * 62), 'z', 20),
              -74 + i * 16,
              -42 + i * 5,
              (i % 2) * 5,
            ),
            color: c('clay', 3),
          })),
        ],
        { azimuth: -14, elevation: 22, fill: 0.84 },
      ),
    ],
    printSettings: {
      material: '레진',
      layerHeightMm: 0.05,
      infillPercent: 100,
      supports: true,
      minutes: 210,
    },
    daysAgo: 83,
  },
];
