import { palettes } from '../draw/palettes.ts';
import type { SceneItem } from '../draw/scene.ts';
import { join, move, turn } from '../mesh/mesh.ts';
import { cylinder, extrude } from '../mesh/solids.ts';
import { roundedRectangle } from '../mesh/rings.ts';
import {
  clockGears,
  crank,
  herringbonePair,
  meshed,
  moduleOneGears,
  planetaryParts,
  rack,
  worm,
} from '../models/gear-models.ts';
import { bevelledGear } from '../models/gear-models.ts';
import type { DemoResource } from '../types.ts';
import { plated, rendered, stl, threeMf } from './make.ts';

const c = (palette: keyof typeof palettes, i: number): string => palettes[palette].parts[i] ?? '#e4572e';

function planetaryItems(colors: string[], lift: number): SceneItem[] {
  const p = planetaryParts();
  const [a = '', b = '', d = '', e = ''] = colors;
  return [
    { mesh: p.carrier, color: e },
    ...p.placed.planets.map((mesh) => ({ mesh: move(mesh, 0, 0, 4.4 + lift), color: b })),
    { mesh: move(p.placed.sun, 0, 0, 4.4 + lift * 1.6), color: a },
    { mesh: move(p.placed.ring, 0, 0, 4.4), color: d },
  ];
}

const flatPlanetary = () => {
  const p = planetaryParts();
  return plated([
    [p.ring, 0, 0],
    [p.carrier, 84, 0],
    [p.sun, 0, 74],
    [p.planet, 34, 74],
    [p.planet, 70, 74],
    [p.planet, 106, 74],
  ]);
};

export const gearResources: DemoResource[] = [
  {
    slug: 'planetary-gear-set',
    owner: 'juan_motor',
    category: '3d_model',
    subcategory: '기계 요소',
    language: 'ko',
    title: {
      ko: '헤링본 유성기어 세트 (5:1)',
      en: 'Herringbone Planetary Gear Set (5:1)',
      ja: 'ヘリングボーン遊星歯車セット(5:1)',
    },
    description: {
      ko: '모듈 1.5 헤링본 유성기어 한 세트입니다. 선기어 12T, 유성기어 18T 세 개, 링기어 48T로 링을 고정하면 5:1로 감속돼요.\n\n이가 V자라서 축 방향으로 빠지지 않고, 백래시 0.12mm를 미리 넣어 두어 바로 맞물립니다. 감속기 원리를 보여 주는 수업용으로 많이 쓰고 있어요. 링 바깥은 손으로 잡기 좋게 널링을 넣었습니다.',
      en: 'A module 1.5 herringbone planetary set: 12-tooth sun, three 18-tooth planets and a 48-tooth ring. Hold the ring and it reduces five to one.\n\nThe V-shaped teeth keep the gears in line along the axis, and 0.12 mm of backlash is already in the model so it turns straight off the plate.',
      ja: 'モジュール1.5のヘリングボーン遊星歯車一式です。太陽12枚、遊星18枚×3、内歯48枚。リングを固定すると5:1に減速します。バックラッシ0.12mmを入れてあるので、そのまま噛み合います。',
    },
    tags: ['기어', 'gear', '유성기어', '감속기', '교육'],
    license: 'CC-BY-4.0',
    files: [
      stl('유성기어-한판', flatPlanetary),
      stl('planet-gear-18t', () => planetaryParts().planet),
      threeMf('planetary-gear-set', '헤링본 유성기어 세트', () => {
        const p = planetaryParts();
        return [
          { name: '링기어 48T', mesh: p.ring, color: '#3B3B46' },
          { name: '선기어 12T', mesh: move(p.sun, 70, 0), color: '#2E86AB' },
          { name: '유성기어 18T', mesh: move(p.planet, 70, 36), color: '#E4572E' },
          { name: '캐리어', mesh: move(p.carrier, 0, 84), color: '#F2B134' },
        ];
      }),
    ],
    pictures: [
      rendered(
        { ko: '조립한 유성기어 세트', en: 'The planetary set assembled', ja: '組み立てた遊星歯車' },
        'peach',
        () => planetaryItems([c('peach', 1), c('peach', 0), c('peach', 4), c('peach', 3)], 0),
        { azimuth: -24, elevation: 40, fill: 0.8 },
      ),
      rendered(
        { ko: '분해해서 늘어놓은 부품', en: 'All parts laid out', ja: '部品一覧' },
        'sky',
        () => {
          const p = planetaryParts();
          return [
            { mesh: p.ring, color: c('sky', 4) },
            { mesh: move(p.carrier, 92, 0), color: c('sky', 3) },
            { mesh: move(p.sun, -16, -66), color: c('sky', 1) },
            ...[26, 66, 106].map((x) => ({ mesh: move(p.planet, x, -66), color: c('sky', 0) })),
          ];
        },
        { azimuth: -16, elevation: 46, fill: 0.84 },
      ),
    ],
    printSettings: { material: 'PETG', layerHeightMm: 0.2, infillPercent: 40, supports: false, minutes: 265 },
    usageInstructions:
      '캐리어 핀에 유성기어를 끼우고 링을 씌운 뒤 선기어를 마지막에 밀어 넣으세요. 뻑뻑하면 이 사이에 흑연 가루를 조금 바르면 됩니다.',
    daysAgo: 2,
  },
  {
    slug: 'module-one-gears',
    owner: 'seongseo_gear',
    category: '3d_model',
    subcategory: '기계 요소',
    language: 'ko',
    title: { ko: '모듈 1 스퍼 기어 12~40T 모음', en: 'Module 1 Spur Gears, 12 to 40 Teeth' },
    description: {
      ko: '모듈 1, 압력각 20도 인벌류트 스퍼 기어를 12, 16, 20, 24, 32, 40T로 묶었습니다. 구멍은 모두 5mm, 두께는 6mm예요.\n\n24T부터는 스포크와 허브를 넣어 재료를 줄였습니다. 중심 거리는 (잇수 합) ÷ 2 mm로 계산하면 되고, 출력 오차에 대비해 0.1mm 정도 더 띄우면 조용하게 돕니다.',
      en: 'Involute spur gears, module 1 and 20 degrees, with 12, 16, 20, 24, 32 and 40 teeth. All have a 5 mm bore and are 6 mm thick; the larger ones have spokes and a hub. Centre distance is half the sum of the teeth, in millimetres.',
    },
    tags: ['기어', 'gear', '스퍼기어', '모듈1', '기계요소'],
    license: 'CC0-1.0',
    files: [
      ...[12, 20, 40].map((teeth, i) =>
        stl(
          `gear-m1-${teeth}t`,
          () => moduleOneGears()[i === 0 ? 0 : i === 1 ? 2 : 5]?.mesh ?? { positions: [], indices: [] },
        ),
      ),
      threeMf('gear-m1-모음', '모듈 1 기어 모음', () =>
        moduleOneGears().map(({ teeth, mesh }, i) => ({
          name: `${teeth}T`,
          mesh: move(mesh, (i % 3) * 44, Math.floor(i / 3) * 44),
        })),
      ),
    ],
    pictures: [
      rendered(
        { ko: '크기순으로 놓은 기어 여섯 개', en: 'Six gears in order of size' },
        'sage',
        () => {
          const spots = [
            [-58, -12],
            [-40, -22],
            [-18, -16],
            [8, -20],
            [40, -10],
            [6, 24],
          ];
          return moduleOneGears().map(({ mesh }, i) => ({
            mesh: move(mesh, spots[i]?.[0] ?? 0, spots[i]?.[1] ?? 0),
            color: c('sage', i % 4),
          }));
        },
        { azimuth: -20, elevation: 42, fill: 0.82 },
      ),
    ],
    printSettings: { material: 'PLA', layerHeightMm: 0.16, infillPercent: 50, supports: false, minutes: 140 },
    daysAgo: 9,
  },
  {
    slug: 'herringbone-pair-24-12',
    owner: 'bench_emma',
    category: '3d_model',
    subcategory: 'Mechanical parts',
    language: 'en',
    title: {
      en: 'Herringbone Gear Pair, 24:12',
      ko: '헤링본 기어 한 쌍 (24:12)',
      ja: 'ヘリングボーン歯車ペア 24:12',
    },
    description: {
      en: 'A quiet two-to-one pair for extruders and small winches. Module 2, 18 mm wide, 8 mm and 5 mm bores. The teeth are cut as a true involute and twisted both ways, so there is no axial thrust to take up.\n\nPrint them standing as they are, four perimeters, and run them in dry for a minute before you add grease.',
      ko: '익스트루더와 소형 윈치에 쓰는 조용한 2:1 기어 한 쌍입니다. 모듈 2, 폭 18mm, 구멍은 8mm와 5mm예요. 이를 양쪽으로 비틀어 축 방향 힘이 생기지 않습니다.',
      ja: 'エクストルーダーや小型ウインチ向けの静かな2:1歯車です。モジュール2、幅18mm。両方向にねじれた歯で軸方向の力が出ません。',
    },
    tags: ['gear', 'herringbone', 'extruder', '기어'],
    license: 'CC-BY-SA-4.0',
    files: [
      stl('herringbone-24t', () => herringbonePair()[0]),
      stl('herringbone-12t', () => herringbonePair()[1]),
    ],
    pictures: [
      rendered(
        { en: 'The two gears in mesh', ko: '맞물린 두 기어', ja: '噛み合う二つの歯車' },
        'steel',
        () => {
          const [large, small] = herringbonePair();
          return meshed(large, small, 24, 12, 2).map((mesh, i) => ({
            mesh,
            color: c('steel', i),
            layer: 0.8,
          }));
        },
        { azimuth: -30, elevation: 34, fill: 0.78, ground: 'plate' },
      ),
    ],
    printSettings: { material: 'PETG', layerHeightMm: 0.2, infillPercent: 60, supports: false, minutes: 190 },
    daysAgo: 21,
  },
  {
    slug: 'wooden-clock-wheels',
    owner: 'tanaka_works',
    category: '3d_model',
    subcategory: '時計',
    language: 'ja',
    title: {
      ja: '置き時計の歯車とガンギ車',
      ko: '탁상시계 기어와 탈진 바퀴',
      en: 'Clock Wheels and Escape Wheel',
    },
    description: {
      ja: '木の置き時計のために設計した歯車一式です。60枚の大歯車、10枚のカナ、24枚のガンギ車が入っています。モジュール1.2、軸は6mmと4mmです。\n\n大歯車は六本スポークで軽くしてあり、重り300gで動きます。レーザー加工用に平面で使うこともできます。',
      ko: '나무 탁상시계용으로 설계한 기어 세트입니다. 60T 큰 기어, 10T 피니언, 24T 탈진 바퀴가 들어 있어요. 모듈 1.2이고 300g 추로 움직입니다.',
      en: 'Wheels for a wooden shelf clock: a 60-tooth great wheel, a 10-leaf pinion and a 24-tooth escape wheel, module 1.2, light enough to run on a 300 g weight.',
    },
    tags: ['歯車', 'gear', '時計', '木工', '기어'],
    license: 'CC-BY-NC-4.0',
    files: [
      stl('great-wheel-60t', () => clockGears().wheel),
      stl('pinion-10t', () => clockGears().pinion),
      stl('escape-wheel-24t', () => clockGears().escape),
    ],
    pictures: [
      rendered(
        { ja: '時計の歯車を並べたところ', ko: '늘어놓은 시계 기어', en: 'The clock wheels on a bench' },
        'sand',
        () => {
          const k = clockGears();
          return [
            { mesh: k.wheel, color: '#c99a62', finish: 'matte' as const },
            { mesh: move(turn(k.pinion, 'z', 15), 42.2, 0), color: '#d0a54a', finish: 'metal' as const },
            { mesh: move(k.escape, 58, -44), color: '#7a4f33', finish: 'matte' as const },
            { mesh: move(turn(k.pinion, 'y', 90), 2, -50, 7), color: '#d0a54a', finish: 'metal' as const },
          ];
        },
        { azimuth: -18, elevation: 40, ground: 'wood', fill: 0.8 },
      ),
    ],
    printSettings: { material: 'PLA', layerHeightMm: 0.2, infillPercent: 30, supports: false, minutes: 210 },
    daysAgo: 33,
  },
  {
    slug: 'rack-and-worm',
    owner: 'daehwa_tool',
    category: '3d_model',
    subcategory: '기계 요소',
    language: 'ko',
    title: { ko: '랙과 웜 기어 시험 키트', en: 'Rack and Worm Test Kit' },
    description: {
      ko: '직선 이송과 웜 감속을 손으로 돌려 보는 키트입니다. 모듈 1.5 랙, 피니언, 웜, 손잡이 크랭크가 들어 있어요. 고정은 M3 나사 네 개면 됩니다.\n\n지그를 만들기 전에 이송량을 감으로 잡아 볼 때 씁니다. 랙은 길이를 바꿔 이어 붙일 수 있게 양 끝을 이 골에서 잘랐습니다.',
      en: 'A hand-cranked kit to feel linear feed and worm reduction: rack, pinion, worm and crank in module 1.5.',
    },
    tags: ['기어', '랙', '웜기어', '키트', 'gear'],
    license: 'CERN-OHL-P-2.0',
    files: [
      stl('rack-120mm', () => rack(120, 1.5, 12)),
      stl('worm', () => worm(8, 1.5, 46)),
      stl('crank', crank),
    ],
    pictures: [
      rendered(
        { ko: '랙 위에 올린 피니언과 크랭크', en: 'Pinion and crank on the rack' },
        'butter',
        () => [
          { mesh: move(turn(rack(120, 1.5, 12), 'x', 90), -60, 6, 5.2), color: c('butter', 1) },
          { mesh: move(turn(bevelledGear(1.5, 24, 10, 5), 'x', 90), 0, 5, 25), color: c('butter', 0) },
          { mesh: move(turn(turn(crank(), 'z', 40), 'x', 90), 0, -6, 25), color: c('butter', 3) },
          { mesh: move(turn(cylinder(2.4, 30, 28), 'x', 90), 0, 14, 25), color: '#c4cad0', finish: 'metal' },
          { mesh: move(turn(worm(8, 1.5, 46), 'y', 90), 18, -44, 9.5), color: c('butter', 2) },
          { mesh: move(bevelledGear(1.5, 20, 9, 5), -34, -42), color: c('butter', 4) },
        ],
        { azimuth: -26, elevation: 28, fill: 0.82 },
      ),
    ],
    printSettings: { material: 'PLA', layerHeightMm: 0.2, infillPercent: 35, supports: false, minutes: 150 },
    daysAgo: 46,
  },
  {
    slug: 'gear-fidget-train',
    owner: 'leo_makes',
    category: '3d_model',
    subcategory: 'Toys',
    language: 'en',
    title: { en: 'Gear Train Fidget Board', ko: '기어 트레인 피젯 보드', ja: '歯車フィジェットボード' },
    description: {
      en: 'Five gears on pegs, one crank, no purpose. Turn the small one and watch the last one crawl. All gears are module 2, so you can rearrange them on the board and work out the ratio yourself; it makes a good puzzle for a class.\n\nThe pegs are 6 mm with a 0.3 mm gap. Print the gears in silk filament if you can.',
      ko: '못 다섯 개에 기어 다섯 개, 크랭크 하나. 쓸모는 없지만 계속 돌리게 됩니다. 모두 모듈 2라서 자리를 바꿔 가며 기어비를 맞혀 보는 수업 재료로 좋아요.',
      ja: '五つの歯車とクランクだけのおもちゃです。すべてモジュール2なので、並べ替えて減速比を考える授業にも使えます。',
    },
    tags: ['gear', 'fidget', 'toy', '기어', '교육'],
    license: 'CC-BY-4.0',
    files: [
      stl('fidget-board', fidgetBoard),
      ...[10, 16, 24].map((teeth) => stl(`fidget-gear-${teeth}t`, () => bevelledGear(2, teeth, 8, 6.6))),
    ],
    pictures: [
      rendered(
        { en: 'Five gears on the board', ko: '보드에 얹은 기어 다섯 개', ja: 'ボードに載せた五つの歯車' },
        'lilac',
        () => [
          { mesh: fidgetBoard(), color: c('lilac', 2) },
          ...fidgetSpots.map(([x, y, teeth, spin], i) => ({
            mesh: move(turn(bevelledGear(2, teeth, 8, 6.6), 'z', spin), x, y, 4.6),
            color: c('lilac', [0, 3, 1, 0, 4][i] ?? 0),
          })),
          {
            mesh: move(turn(crank(), 'z', -50), fidgetSpots[0]?.[0] ?? 0, fidgetSpots[0]?.[1] ?? 0, 12.8),
            color: c('lilac', 1),
          },
        ],
        { azimuth: -22, elevation: 42, fill: 0.82 },
      ),
    ],
    printSettings: {
      material: 'Silk PLA',
      layerHeightMm: 0.2,
      infillPercent: 15,
      supports: false,
      minutes: 330,
    },
    daysAgo: 58,
  },
];

/** x, y, teeth and turn of each gear; neighbours touch at their pitch circles. */
const fidgetSpots: [number, number, number, number][] = [
  [-56, -4, 10, 0],
  [-30, -4, 16, 180 - 180 / 16],
  [10.2, -4, 24, 60],
  [10.2 + 40.2 * 0.5, -4 + 40.2 * 0.866, 16, 228.75],
  [44.5, -4, 10, 18],
];

function fidgetBoard() {
  const pegs = fidgetSpots.map(([x, y]) => move(cylinder(3, 14, 36), x, y, 3.6));
  return join(extrude([roundedRectangle(150, 92, 12, -2, 8)], 0, 4), ...pegs);
}
