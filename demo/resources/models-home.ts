import { palettes } from '../draw/palettes.ts';
import type { SceneItem } from '../draw/scene.ts';
import { move, turn } from '../mesh/mesh.ts';
import { box, cylinder } from '../mesh/solids.ts';
import {
  bookHook,
  cableClip,
  dividedTray,
  drawerUnit,
  headphoneHook,
  hexCup,
  honeycombOrganizer,
  phoneStand,
  ribbedBox,
} from '../models/desk.ts';
import { facetPot, saucer, slimVase, swirlVase, twistPot, wavePot } from '../models/planters.ts';
import { plant } from '../services/scene-kit.ts';
import { at, cable } from '../models/props.ts';
import type { DemoResource } from '../types.ts';
import { rendered, stl, threeMf } from './make.ts';

const c = (palette: keyof typeof palettes, i: number): string => palettes[palette].parts[i] ?? '#e4572e';

const pencil = (x: number, y: number, z: number, color: string, lean: number): SceneItem[] => {
  const body = turn(turn(cylinder(3.4, 92, 6), 'y', lean), 'z', lean * 9);
  const end = turn(turn(move(cylinder(3.5, 9, 24), 0, 0, 92), 'y', lean), 'z', lean * 9);
  return [
    { mesh: move(body, x, y, z), color },
    { mesh: move(end, x, y, z), color: '#e9b6a6', finish: 'matte' },
  ];
};

export const homeResources: DemoResource[] = [
  {
    slug: 'twist-planter',
    owner: 'haenggung_pot',
    category: '3d_model',
    subcategory: '생활',
    language: 'ko',
    title: { ko: '트위스트 화분과 물받침', en: 'Twist Planter with Saucer', ja: 'ツイスト植木鉢と受け皿' },
    description: {
      ko: '열두 골이 위로 갈수록 비틀리는 화분입니다. 높이 92mm, 윗지름 96mm로 3호 포트가 쏙 들어가요. 바닥에 9mm 배수 구멍이 있고 물받침은 따로 출력합니다.\n\n벽은 2.4mm라서 0.4 노즐로 여섯 줄, 물이 새지 않게 하려면 벽 네 줄 이상을 권해요. 나무 필라멘트로 뽑으면 골이 살아서 예쁩니다.',
      en: 'A planter whose twelve flutes twist as they rise. 92 mm tall and 96 mm across, with a 9 mm drain and a separate saucer. Use at least four walls so it holds water; wood filament shows the flutes best.',
      ja: '十二本の溝がねじれながら立ち上がる植木鉢です。高さ92mm、口径96mm。9mmの水抜き穴と別刷りの受け皿つき。',
    },
    tags: ['화분', '식물', '인테리어', '물받침', 'planter'],
    license: 'CC-BY-NC-4.0',
    files: [
      stl('트위스트-화분', twistPot),
      stl('물받침', () => saucer(40)),
      threeMf('twist-planter', '트위스트 화분', () => [
        { name: '화분', mesh: twistPot(), color: '#C8553D' },
        { name: '물받침', mesh: move(saucer(40), 110, 0), color: '#C8553D' },
      ]),
    ],
    pictures: [
      rendered(
        { ko: '식물을 심은 트위스트 화분', en: 'The planter with a plant in it', ja: '植物を植えた鉢' },
        'sage',
        () => [
          { mesh: saucer(40), color: '#c8553d' },
          { mesh: move(twistPot(), 0, 0, 2.8), color: '#c8553d' },
          ...at(plant(42, 84), 0, 0, 2.8),
        ],
        { azimuth: -20, elevation: 16, fill: 0.84 },
      ),
      rendered(
        { ko: '화분 셋, 세 가지 색', en: 'Three colours side by side' },
        'sand',
        () => [
          { mesh: twistPot(), color: c('sand', 2) },
          { mesh: move(turn(twistPot(), 'z', 14), 108, 16), color: c('sand', 1) },
          { mesh: move(turn(twistPot(), 'z', 24), 54, -78), color: c('sand', 3) },
        ],
        { azimuth: -16, elevation: 30, fill: 0.84 },
      ),
    ],
    printSettings: {
      material: '우드 PLA',
      layerHeightMm: 0.24,
      infillPercent: 10,
      supports: false,
      minutes: 320,
    },
    daysAgo: 4,
  },
  {
    slug: 'facet-and-wave-pots',
    owner: 'haenggung_pot',
    category: '3d_model',
    subcategory: '생활',
    language: 'ko',
    title: { ko: '창가용 작은 화분 두 가지', en: 'Two Small Windowsill Pots' },
    description: {
      ko: '다육이를 위한 작은 화분 두 가지입니다. 하나는 삼각면이 이어지는 각진 화분, 하나는 얇은 골이 부드럽게 부푼 화분이에요. 둘 다 배수 구멍이 있고 서포트 없이 출력됩니다.\n\n창가에 나란히 두려고 높이를 70mm와 58mm로 맞췄습니다.',
      en: 'Two small pots for succulents, one faceted and one softly fluted. Both drain and print without supports.',
    },
    tags: ['화분', '다육이', '식물', '창가'],
    license: 'CC-BY-4.0',
    files: [stl('각진-화분', facetPot), stl('물결-화분', wavePot)],
    pictures: [
      rendered(
        { ko: '나란히 놓은 작은 화분 두 개', en: 'The two small pots side by side' },
        'mint',
        () => [
          { mesh: move(facetPot(), -44, 0), color: c('mint', 1) },
          ...at(plant(27, 60, '#5f9457'), -44, 0),
          { mesh: move(wavePot(), 40, 4), color: c('mint', 2) },
          ...at(plant(25, 48, '#3f7d4e'), 40, 4),
        ],
        { azimuth: -10, elevation: 16, fill: 0.84 },
      ),
    ],
    printSettings: {
      material: '재생 PLA',
      layerHeightMm: 0.2,
      infillPercent: 12,
      supports: false,
      minutes: 190,
    },
    daysAgo: 27,
  },
  {
    slug: 'swirl-vases',
    owner: 'eunhaeng_studio',
    category: '3d_model',
    subcategory: '생활',
    language: 'ko',
    title: { ko: '소용돌이 꽃병과 한 송이 병', en: 'Swirl Vase and Bud Vase', ja: '渦巻き花瓶と一輪挿し' },
    description: {
      ko: '일곱 갈래로 감기는 높이 150mm 꽃병과 목이 가는 한 송이 병입니다. 실크 필라멘트로 뽑으면 빛을 따라 결이 움직여요.\n\n벽은 2mm 솔리드라 물을 바로 담을 수 있지만, 오래 두려면 안쪽에 에폭시를 한 번 발라 주세요.',
      en: 'A 150 mm vase with seven swirling lobes, and a slim bud vase. Silk filament makes the ridges travel with the light.',
      ja: '七つの筋が巻き上がる高さ150mmの花瓶と、首の細い一輪挿しです。シルクPLAがおすすめ。',
    },
    tags: ['꽃병', '인테리어', '실크PLA', '장식'],
    license: 'CC-BY-NC-SA-4.0',
    files: [stl('소용돌이-꽃병', swirlVase), stl('한송이-병', slimVase)],
    pictures: [
      rendered(
        { ko: '소용돌이 꽃병과 한 송이 병', en: 'Both vases', ja: '二つの花瓶' },
        'clay',
        () => [
          { mesh: swirlVase(), color: c('clay', 1), finish: 'gloss' },
          { mesh: move(slimVase(), 82, -22), color: c('clay', 3), finish: 'gloss' },
          { mesh: move(slimVase(), -70, -34), color: c('clay', 2), finish: 'gloss' },
        ],
        { azimuth: -12, elevation: 14, fill: 0.84 },
      ),
    ],
    printSettings: {
      material: '실크 PLA',
      layerHeightMm: 0.2,
      infillPercent: 0,
      supports: false,
      minutes: 410,
    },
    daysAgo: 39,
  },
  {
    slug: 'one-strip-phone-stand',
    owner: 'seongsu_layer',
    category: '3d_model',
    subcategory: '책상',
    language: 'ko',
    title: { ko: '한 줄로 접은 휴대폰 거치대', en: 'Folded-strip Phone Stand', ja: '一本帯のスマホスタンド' },
    description: {
      ko: '5mm 띠 하나를 접은 모양의 휴대폰 거치대입니다. 눕혀서 출력하면 레이어가 접힌 방향을 따라가 아주 튼튼해요. 서포트가 필요 없습니다.\n\n각도는 70도, 턱 깊이는 18mm라 케이스를 낀 채로 올라갑니다. 폭이 넓은 태블릿용도 함께 넣었어요.',
      en: 'A phone stand folded from one 5 mm strip. Printed on its side the layers follow the bends, so it is strong and needs no supports. A wider version for tablets is included.',
      ja: '5mmの帯を一本折った形のスマホスタンドです。横向きに刷れば丈夫で、サポートもいりません。',
    },
    tags: ['책상정리', '거치대', '휴대폰', '태블릿'],
    license: 'CC-BY-4.0',
    files: [
      stl('휴대폰-거치대', () => turn(phoneStand(), 'y', 90)),
      stl('태블릿-거치대', () => turn(phoneStand(130), 'y', 90)),
    ],
    pictures: [
      rendered(
        { ko: '휴대폰을 올린 거치대', en: 'A phone on the stand', ja: 'スマホを載せたところ' },
        'sky',
        () => [
          { mesh: turn(phoneStand(), 'z', 180), color: c('sky', 1), layer: 1 },
          {
            mesh: move(turn(box(70, 8, 140, 0, 0, 0), 'x', -20), 0, -26, 8.5),
            color: '#22262c',
            finish: 'gloss',
          },
          {
            mesh: move(turn(box(65, 0.6, 130, 0, -4.2, 5), 'x', -20), 0, -26, 8.5),
            color: '#86c5e8',
            finish: 'glow',
          },
          { mesh: move(phoneStand(130), 150, 50), color: c('sky', 2), layer: 1 },
        ],
        { azimuth: -34, elevation: 22, fill: 0.82 },
      ),
    ],
    printSettings: { material: 'PLA', layerHeightMm: 0.24, infillPercent: 20, supports: false, minutes: 150 },
    daysAgo: 6,
  },
  {
    slug: 'honeycomb-desk-organizer',
    owner: 'gongneung_lab',
    category: '3d_model',
    subcategory: '책상',
    language: 'ko',
    title: {
      ko: '벌집 책상정리 통과 육각 컵',
      en: 'Honeycomb Desk Organiser',
      ja: 'ハニカム卓上オーガナイザー',
    },
    description: {
      ko: '펜, 드라이버, 줄자를 꽂는 벌집 정리함입니다. 한 칸이 16mm라 네임펜까지 들어가요. 육각 컵은 높이가 다른 네 개를 자석 없이 붙여 놓을 수 있습니다.\n\n벽 두께가 2.4mm로 고르게 나와서 인필 없이 벽만으로 출력됩니다.',
      en: 'A honeycomb block for pens and drivers plus loose hexagonal cups of four heights. Every wall is 2.4 mm, so it prints with walls only.',
      ja: 'ペンやドライバーを立てるハニカム収納と、高さ違いの六角カップ四つ。壁はすべて2.4mmです。',
    },
    tags: ['책상정리', '수납', '벌집', '연필꽂이'],
    license: 'CC0-1.0',
    files: [
      stl('벌집-정리함', () => honeycombOrganizer(6, 4, 16, 62)),
      ...[40, 70, 100].map((h) => stl(`육각컵-${h}mm`, () => hexCup(46, h))),
    ],
    pictures: [
      rendered(
        { ko: '연필이 꽂힌 벌집 정리함', en: 'The organiser with pencils', ja: '鉛筆を立てたところ' },
        'butter',
        () => [
          { mesh: honeycombOrganizer(6, 4, 16, 62), color: c('butter', 3) },
          ...pencil(-37, 24, 4, '#d1495b', 4),
          ...pencil(0, 24, 4, '#00798c', -5),
          ...pencil(18.4, -8, 4, '#3d7a4a', 3),
          { mesh: move(hexCup(46, 70), 104, 26), color: c('butter', 1) },
          { mesh: move(hexCup(46, 40), 104, -21), color: c('butter', 2) },
          { mesh: move(hexCup(46, 100), 145, 2.4), color: c('butter', 0) },
          ...pencil(143, 0, 4, '#edae49', 5),
        ],
        { azimuth: -24, elevation: 30, fill: 0.84 },
      ),
    ],
    printSettings: { material: 'PETG', layerHeightMm: 0.28, infillPercent: 0, supports: false, minutes: 480 },
    daysAgo: 12,
  },
  {
    slug: 'cable-and-hook-set',
    owner: 'samsan_elec',
    category: '3d_model',
    subcategory: '책상',
    language: 'ko',
    title: { ko: '케이블 클립과 책상 고리 세트', en: 'Cable Clips and Desk Hooks' },
    description: {
      ko: '3, 5, 7mm 케이블 클립과 책상 끝에 거는 헤드폰 고리, 선반 고리를 모았습니다. 클립 바닥에는 양면테이프 자리가 있어요.\n\n고리는 두께 26mm 상판까지 물립니다. PETG로 눕혀 출력하면 3kg까지 버텼어요.',
      en: 'Clips for 3, 5 and 7 mm cables, a headphone hook and a shelf hook that grip desk tops up to 26 mm.',
    },
    tags: ['케이블', '책상정리', '고리', '클립'],
    license: 'CC-BY-4.0',
    files: [
      ...[3, 5, 7].map((d) => stl(`클립-${d}mm`, () => cableClip(d))),
      stl('헤드폰-고리', () => turn(headphoneHook(), 'y', 90)),
      stl('선반-고리', () => turn(bookHook(), 'y', 90)),
    ],
    pictures: [
      rendered(
        { ko: '케이블을 문 클립과 고리들', en: 'Clips holding a cable, and the hooks' },
        'mint',
        () => [
          ...[-50, -16, 18].map((x, i) => ({
            mesh: move(turn(cableClip(5), 'z', 90), x, -44),
            color: c('mint', [0, 2, 0][i] ?? 0),
          })),
          {
            mesh: cable(
              Array.from({ length: 40 }, (_, i): [number, number, number] => [
                -84 + i * 3.6,
                -44 + (i > 29 ? (i - 29) ** 2 * 0.35 : 0),
                5.2,
              ]),
              2.5,
            ),
            color: '#2c3036',
          },
          { mesh: move(turn(headphoneHook(), 'z', 90), -30, 30), color: c('mint', 2) },
          { mesh: move(turn(bookHook(), 'z', 90), 40, 34), color: c('mint', 4) },
          { mesh: move(turn(bookHook(), 'z', 70), 76, 10), color: c('mint', 0) },
        ],
        { azimuth: -28, elevation: 32, fill: 0.82 },
      ),
    ],
    printSettings: { material: 'PETG', layerHeightMm: 0.2, infillPercent: 40, supports: false, minutes: 75 },
    daysAgo: 17,
  },
  {
    slug: 'ribbed-parts-box',
    owner: 'bupyeong_print',
    category: '3d_model',
    subcategory: '수납',
    language: 'ko',
    title: {
      ko: '골 있는 부품 상자와 서랍',
      en: 'Ribbed Parts Boxes and Drawers',
      ja: 'リブ付き部品箱と引き出し',
    },
    description: {
      ko: '뚜껑 있는 부품 상자 두 크기와 네 칸 서랍, 칸막이 쟁반입니다. 옆면의 골이 휨을 잡아 줘서 벽이 2.2mm인데도 단단해요.\n\n뚜껑은 안쪽 턱으로 걸리고 헐거우면 0.1mm 키운 버전을 쓰면 됩니다. 나사, 저항, 노즐을 나눠 담기 좋아요.',
      en: 'Lidded boxes in two sizes, a four-drawer unit and a divided tray. Ribs keep the 2.2 mm walls straight.',
      ja: 'ふた付きの部品箱二種、四段引き出し、仕切り皿のセットです。リブで反りを抑えています。',
    },
    tags: ['상자', '수납', '부품', '서랍'],
    license: 'CC-BY-SA-4.0',
    files: [
      stl('상자-80x60', () => ribbedBox(80, 60, 42).body),
      stl('뚜껑-80x60', () => turn(ribbedBox(80, 60, 42).lid, 'x', 180)),
      stl('칸막이-쟁반', dividedTray),
      threeMf('drawers', '네 칸 서랍', () => [
        { name: '서랍장', mesh: turn(drawerUnit().shell, 'x', 90), color: '#F6F1E7' },
        ...[0, 1].map((i) => ({
          name: `서랍 ${i + 1}`,
          mesh: move(drawerUnit().drawer, 80 + i * 46, -40),
          color: '#E4572E',
        })),
      ]),
    ],
    pictures: [
      rendered(
        { ko: '상자와 서랍, 칸막이 쟁반', en: 'Boxes, drawers and tray', ja: '箱と引き出し' },
        'peach',
        () => {
          const large = ribbedBox(80, 60, 42);
          const d = drawerUnit();
          return [
            { mesh: move(large.body, -86, -10), color: c('peach', 1) },
            { mesh: move(turn(large.lid, 'z', 18), -56, -84), color: c('peach', 2) },
            { mesh: move(d.shell, 22, 10), color: c('peach', 2) },
            ...[
              [-19.6, 2.6, 4],
              [19.6, 2.6, 22],
              [-19.6, 33, 12],
              [19.6, 33, 0],
            ].map(([x = 0, z = 0, out = 0], i) => ({
              mesh: move(d.drawer, 22 + x, 9 - out, z + 1.4),
              color: c('peach', [0, 3, 3, 0][i] ?? 0),
            })),
            { mesh: move(turn(dividedTray(), 'z', -6), 60, -94), color: c('peach', 4) },
          ];
        },
        { azimuth: -16, elevation: 32, fill: 0.86 },
      ),
    ],
    printSettings: { material: 'PLA', layerHeightMm: 0.28, infillPercent: 12, supports: false, minutes: 240 },
    daysAgo: 30,
  },
];
