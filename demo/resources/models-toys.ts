import { palettes } from '../draw/palettes.ts';
import { circle } from '../mesh/rings.ts';
import { join, move, turn } from '../mesh/mesh.ts';
import { keycap } from '../models/desk.ts';
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
import { robotItems } from '../services/scene-kit.ts';
import type { DemoResource } from '../types.ts';
import { rendered, stl, threeMf } from './make.ts';

const c = (palette: keyof typeof palettes, i: number): string => palettes[palette].parts[i] ?? '#e4572e';

const cutters = () => ({
  star: cutter(starCookie()),
  gear: cutter(gearCookie(), 16, circle(36, 90)),
  heart: cutter(heartCookie(), 16, grown(heartCookie(), 1.15)),
  house: cutter(houseCookie()),
});

export const toyModels: DemoResource[] = [
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
