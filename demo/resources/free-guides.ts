import { Drawing } from '../draw/drawing.ts';
import { palettes } from '../draw/palettes.ts';
import { blinker } from '../hardware/boards-basic.ts';
import { boardItems } from '../hardware/board-picture.ts';
import { move, scale as scaled, turn } from '../mesh/mesh.ts';
import { cylinder, revolve } from '../mesh/solids.ts';
import { at } from '../models/props.ts';
import { gearWallpaper, iconDrawing, icons, iconsPicture } from '../printables/icons.ts';
import { droneChecklist, filamentCsv, filaments, safetyPage, solderingGuide } from '../printables/guides.ts';
import { a4, gearSheet, papersPicture } from '../printables/sheets.ts';
import { droneItems } from '../services/scene-kit.ts';
import type { DemoResource } from '../types.ts';
import { drawn, pdfFile, rendered, svgFile, textFile, zipFile } from './make.ts';

/** Points per millimetre. */
const mm = 72 / 25.4;

const wallpapers = {
  peach: () =>
    gearWallpaper(1920, 1080, ['#fdeadb', '#f3c9a8'], ['#e4572e', '#2e86ab', '#f2b134', '#3b3b46']),
  night: () =>
    gearWallpaper(1920, 1080, ['#1f2433', '#343c54'], ['#ff9f5a', '#7fc8f8', '#ffe45e', '#5a6380']),
  sage: () => gearWallpaper(1080, 1920, ['#eef3e4', '#c4d4b2'], ['#5b8e55', '#c8553d', '#e9b44c', '#33403a']),
};

function checklistPage(): Drawing {
  const d = a4();
  d.rect(0, 0, 210, 34, { fill: '#2274a5' }).text('DRONE PRE-FLIGHT', 16, 22, {
    size: 9,
    color: '#ffffff',
    weight: 0.16,
  });
  const parts: [string, string[]][] = [
    [
      'AT HOME',
      [
        'registered, zone checked',
        'cells above 4.15 V',
        'no cracks in props',
        'motors turn freely',
        'failsafe stops motors',
      ],
    ],
    [
      'ON SITE',
      [
        'wind below 6 m/s',
        'nobody within 30 m',
        'prop direction and nuts',
        'guard gap 3 mm',
        'antenna clear of props',
        'voltage alarm plugged in',
      ],
    ],
    ['TAKE-OFF', ['hover 30 s at waist height', 'controls answer correctly', 'touch motors after landing']],
    ['AFTER', ['battery out first', 'write down voltage', 'storage charge 3.8 V']],
  ];
  let y = 52;
  for (const [name, lines] of parts) {
    d.text(name, 16, y, { size: 5, color: '#f75c03', weight: 0.16 });
    y += 10;
    for (const line of lines) {
      d.rect(18, y - 4.6, 5.4, 5.4, { stroke: '#32373b', width: 0.4 }, 1).text(line, 30, y, {
        size: 4.4,
        color: '#32373b',
      });
      y += 9.6;
    }
    y += 6;
  }
  return d;
}

function filamentChart(): Drawing {
  const d = new Drawing(1200, 900);
  const p = palettes.mint;
  d.rect(0, 0, 1200, 900, { fill: d.gradient('wall', p.glow, p.floor) });
  d.rect(60, 60, 1080, 780, { fill: '#ffffff' }, 30);
  d.text('FILAMENT STRENGTH AND HEAT', 110, 130, { size: 24, color: '#264653', weight: 0.16 });
  const top = 190;
  const h = 530;
  for (let i = 0; i <= 4; i++) {
    d.line(
      [
        [130, top + (h * i) / 4],
        [1090, top + (h * i) / 4],
      ],
      { stroke: '#eceae2', width: 3 },
    );
    d.text(String(160 - i * 40), 118, top + (h * i) / 4 + 6, { size: 15, color: '#a5a090', anchor: 'end' });
  }
  filaments.forEach((f, i) => {
    const x = 152 + i * 105;
    d.rect(x, top + h - (f.tensile / 160) * h, 36, (f.tensile / 160) * h, { fill: '#1f9d78' }, 8);
    d.rect(x + 41, top + h - (f.heat / 160) * h, 36, (f.heat / 160) * h, { fill: '#f0803c' }, 8);
    d.text(f.name, x + 38, top + h + 38, { size: 18, color: '#264653', anchor: 'middle' });
  });
  d.rect(760, 106, 26, 26, { fill: '#1f9d78' }, 6).text('MPa', 798, 128, { size: 19, color: '#264653' });
  d.rect(900, 106, 26, 26, { fill: '#f0803c' }, 6).text('° C', 938, 128, { size: 19, color: '#264653' });
  return d;
}

function safetyPoster(): Drawing {
  const d = a4();
  d.rect(0, 0, 210, 297, { fill: '#fff7e8' }).rect(0, 0, 210, 62, { fill: '#c8553d' });
  d.text('WORKSHOP', 18, 30, { size: 14, color: '#ffffff', weight: 0.17 }).text('SAFETY', 18, 52, {
    size: 14,
    color: '#ffd9a0',
    weight: 0.17,
  });
  const names = ['shield', 'solder', 'laser', 'saw', 'printer', 'battery'];
  const words = ['GLASSES ON', 'FAN ON', 'NEVER PVC', 'NEVER ALONE', 'HOT NOZZLE', 'NO PUNCTURE'];
  names.forEach((name, i) => {
    const icon = icons.find((candidate) => candidate.name === name);
    const x = 18 + (i % 2) * 92;
    const y = 78 + Math.floor(i / 2) * 72;
    d.rect(x, y, 82, 62, { fill: '#ffffff' }, 6);
    if (icon) d.stamp(iconDrawing(icon), x + 24, y + 8, 0.72);
    d.text(words[i] ?? '', x + 41, y + 55, { size: 5, color: '#2d2a26', anchor: 'middle', weight: 0.16 });
  });
  return d;
}

export const guideResources: DemoResource[] = [
  {
    slug: 'first-soldering-guide',
    owner: 'euljiro_pcb',
    category: 'free_content',
    subcategory: '안내서',
    language: 'ko',
    title: {
      ko: '첫 납땜 안내서',
      en: 'Your First Soldering (in Korean)',
      ja: 'はじめてのはんだ付けガイド(韓国語)',
    },
    description: {
      ko: '한 점을 붙이는 4초를 순서대로 적은 납땜 안내서입니다. 좋은 모양과 나쁜 모양, 고치는 법을 표로 정리했고 부품을 꽂는 순서도 있어요.\n\n을지로 수업에서 나눠 드리던 두 쪽짜리를 마크다운으로 옮겼습니다. 고쳐서 자유롭게 나눠 쓰세요.',
      en: 'The four seconds of one good joint, a table of bad ones and how to save them, and the order to place parts. Two pages from our classes.',
      ja: '一点をはんだ付けする四秒を順番に書いた二ページの手引きです。',
    },
    tags: ['납땜', '입문', '안내서', '교육'],
    license: 'CC-BY-4.0',
    files: [textFile('첫-납땜-안내서.md', () => solderingGuide)],
    pictures: [
      rendered(
        { ko: '기판과 인두', en: 'A board and an iron', ja: '基板とはんだごて' },
        'butter',
        async () => [
          ...(await boardItems(blinker)),
          ...at(
            [
              {
                mesh: turn(
                  revolve(
                    [
                      [0, 0],
                      [5.6, 0],
                      [7, 4],
                      [6.4, 26],
                      [7.4, 40],
                      [5, 46],
                      [0, 46],
                    ],
                    40,
                  ),
                  'y',
                  90,
                ),
                color: '#f2b134',
                finish: 'plastic' as const,
              },
              {
                mesh: move(turn(cylinder(2.6, 24, 28), 'y', 90), 45, 0),
                color: '#c7ccd1',
                finish: 'metal' as const,
              },
              {
                mesh: move(
                  turn(
                    revolve(
                      [
                        [0, 0],
                        [2, 0],
                        [1.9, 8],
                        [0.2, 20],
                        [0, 20],
                      ],
                      28,
                    ),
                    'y',
                    90,
                  ),
                  69,
                  0,
                ),
                color: '#b88a5a',
                finish: 'metal' as const,
              },
            ].map((item) => ({ ...item, mesh: scaled(item.mesh, 0.72) })),
            -62,
            -30,
            5.4,
            14,
          ),
          { mesh: move(cylinder(11, 9, 60), 36, 20), color: '#2f3238', finish: 'gloss' },
          { mesh: move(cylinder(8.4, 9.6, 60), 36, 20), color: '#d9dde1', finish: 'metal' },
        ],
        { azimuth: -14, elevation: 38, ground: 'mat', fill: 0.88 },
      ),
    ],
    daysAgo: 4,
  },
  {
    slug: 'filament-comparison',
    owner: 'seongsu_layer',
    category: 'free_content',
    subcategory: '자료',
    language: 'ko',
    title: { ko: '필라멘트 아홉 가지 비교표', en: 'Nine Filaments Compared' },
    description: {
      ko: 'PLA부터 PC까지 아홉 가지 필라멘트의 노즐·베드 온도, 인장 강도, 내열, 충격, 값을 한 표로 모았습니다. 강도와 내열은 제조사 자료의 가운데 값이에요.\n\n스프레드시트에서 바로 열리는 CSV입니다. 직접 써 보고 한마디씩 적었습니다.',
      en: 'Temperatures, strength, heat resistance, impact and price for nine filaments in one CSV, with a remark from daily use.',
    },
    tags: ['필라멘트', '비교', 'CSV', 'PLA', 'PETG'],
    license: 'CC-BY-4.0',
    files: [textFile('필라멘트-비교.csv', filamentCsv)],
    pictures: [drawn({ ko: '강도와 내열 막대그림', en: 'Strength and heat as bars' }, filamentChart)],
    daysAgo: 22,
  },
  {
    slug: 'maker-icon-pack',
    owner: 'jeonpo_craft',
    category: 'free_content',
    subcategory: '그림',
    language: 'ko',
    title: {
      ko: '메이커 아이콘 24개 (SVG)',
      en: 'Maker Icons, 24 SVG Files',
      ja: 'メイカーアイコン24個(SVG)',
    },
    description: {
      ko: '기어, 드론, 로봇, 납땜, 스풀, 경첩… 공방에서 쓰는 아이콘 24개를 48×48 격자에 같은 굵기로 그렸습니다. 안내판, 스티커, 레이저 조각에 쓰세요.\n\n선과 색이 나뉘어 있어 색을 바꾸기 쉽습니다. 출처를 적지 않아도 돼요.',
      en: 'Gear, drone, robot, iron, spool, hinge and more: 24 icons on a 48 grid in one stroke width, for signs, stickers and engraving. No credit needed.',
      ja: '歯車、ドローン、ロボットなど24個のアイコンです。48×48の格子に同じ線幅で描きました。',
    },
    tags: ['아이콘', 'SVG', '기어', '드론', '스티커'],
    license: 'CC0-1.0',
    files: [
      zipFile('maker-icons', () =>
        Object.fromEntries(icons.map((icon) => [`maker-icons/${icon.name}.svg`, iconDrawing(icon).toSvg()])),
      ),
      ...icons.slice(0, 3).map((icon) => svgFile(`icon-${icon.name}`, () => iconDrawing(icon))),
    ],
    pictures: [drawn({ ko: '아이콘 24개', en: 'All 24 icons', ja: 'アイコン一覧' }, iconsPicture)],
    daysAgo: 7,
  },
  {
    slug: 'gear-wallpapers',
    owner: 'chungjang_art',
    category: 'free_content',
    subcategory: '그림',
    language: 'ko',
    title: { ko: '기어 배경화면 세 장', en: 'Three Gear Wallpapers', ja: '歯車の壁紙三枚' },
    description: {
      ko: '살구, 밤, 세이지 세 가지 색의 기어 배경화면입니다. 컴퓨터용 1920×1080 두 장과 휴대폰용 1080×1920 한 장이에요.\n\n전시 포스터를 만들다 남은 그림을 다듬었습니다.',
      en: 'Gears in apricot, night and sage: two for the desktop and one for the phone.',
      ja: '杏、夜、セージの三色の歯車壁紙です。パソコン用二枚、スマホ用一枚。',
    },
    tags: ['배경화면', '기어', 'gear', 'PNG'],
    license: 'CC-BY-NC-4.0',
    files: (['peach', 'night', 'sage'] as const).map((name) => ({
      name: `gears-${name}.png`,
      mediaType: 'image/png',
      make: async () => await wallpapers[name]().toPng(),
    })),
    pictures: [
      drawn({ ko: '살구색 기어', en: 'Apricot gears', ja: '杏色の歯車' }, () =>
        gearWallpaper(1200, 900, ['#fdeadb', '#f3c9a8'], ['#e4572e', '#2e86ab', '#f2b134', '#3b3b46']),
      ),
      drawn({ ko: '밤 기어', en: 'Night gears', ja: '夜の歯車' }, () =>
        gearWallpaper(1200, 900, ['#1f2433', '#343c54'], ['#ff9f5a', '#7fc8f8', '#ffe45e', '#5a6380']),
      ),
    ],
    daysAgo: 29,
  },
  {
    slug: 'workshop-safety-page',
    owner: 'gongneung_lab',
    category: 'free_content',
    subcategory: '안내서',
    language: 'ko',
    title: { ko: '동네 공방 안전 약속', en: 'Neighbourhood Workshop Safety' },
    description: {
      ko: '프린터, 레이저, 납땜, 목공이 함께 있는 작은 공방의 안전 약속입니다. 한 쪽짜리 웹 페이지라 태블릿에 띄우거나 인쇄해서 붙이면 돼요.\n\n우리 공방에 맞게 고쳐 쓰세요. 포스터용 PDF도 있습니다.',
      en: 'Safety rules for a small shared workshop as one printable page, with a poster. Adapt it to your room.',
    },
    tags: ['안전', '공방', '포스터', '레이저커팅'],
    license: 'CC-BY-4.0',
    files: [
      textFile('안전-약속.html', () => safetyPage),
      pdfFile('safety-poster', 'Workshop safety', mm, () => [safetyPoster()]),
    ],
    pictures: [
      drawn({ ko: '안전 포스터', en: 'The poster' }, () =>
        papersPicture('peach', [[safetyPoster(), 600, 460, 2.8, -4]]),
      ),
    ],
    downloadUrl: 'https://example.org/gongneung-lab/safety',
    sourceSite: 'example.org',
    daysAgo: 42,
  },
  {
    slug: 'drone-preflight-checklist',
    owner: 'munjeong_drone',
    category: 'free_content',
    subcategory: '안내서',
    language: 'ko',
    title: {
      ko: '드론 첫 비행 점검표',
      en: 'Drone Pre-flight Checklist',
      ja: 'ドローン飛行前チェックリスト',
    },
    description: {
      ko: '집에서, 현장에서, 이륙, 내린 뒤로 나눈 드론 점검표입니다. 소리 내어 읽으며 체크하면 3분이면 끝나요. 추락 수리 상담의 절반은 이 표에 있는 이유였습니다.\n\n한국어 마크다운과 영어 A4 PDF가 들어 있습니다.',
      en: 'A checklist for home, site, take-off and after. Half of the crashes we repair are on this list. English A4 PDF and Korean text.',
      ja: '家、現場、離陸、着陸後に分けた点検表です。英語のA4 PDFと韓国語テキスト。',
    },
    tags: ['드론', 'drone', '점검표', '안전', 'PDF'],
    license: 'CC-BY-4.0',
    files: [
      textFile('드론-점검표.md', () => droneChecklist),
      pdfFile('drone-preflight', 'Drone pre-flight', mm, () => [checklistPage()]),
    ],
    pictures: [
      drawn({ ko: '점검표 인쇄본', en: 'The printed checklist', ja: '印刷したチェックリスト' }, () =>
        papersPicture('sky', [[checklistPage(), 600, 470, 2.9, -4]]),
      ),
      rendered(
        { ko: '이륙을 기다리는 드론', en: 'A drone waiting for take-off', ja: '離陸を待つドローン' },
        'sage',
        () => droneItems(['#c8553d', '#f5f2e6', '#e9b44c'], false),
        { azimuth: 24, elevation: 26, fill: 0.8, ground: 'wood' },
      ),
    ],
    daysAgo: 10,
  },
  {
    slug: 'maker-reading-list',
    owner: 'yuseong_robot',
    category: 'free_content',
    subcategory: '모음',
    language: 'ko',
    title: { ko: '로봇 수업 자료 모음', en: 'Robot Class Materials' },
    description: {
      ko: '초등 로봇 수업 열두 차시의 활동지와 발표 자료를 모아 둔 곳입니다. 새 학기마다 고쳐서 링크로만 나눠요.\n\n수업에 쓰는 보드와 3D 모델은 모두 공방에 올려 두었습니다.',
      en: 'Worksheets and slides for twelve robot lessons, kept up to date behind one link.',
    },
    tags: ['로봇', '수업', '교육', '키트'],
    license: 'CC-BY-NC-SA-4.0',
    files: [],
    pictures: [
      drawn({ ko: '수업 활동지', en: 'Worksheets' }, () =>
        papersPicture('mint', [
          [checklistPage(), 330, 520, 2.2, -9],
          [gearSheet(), 860, 500, 2.3, 8],
          [worksheet(), 600, 450, 2.8, -1],
        ]),
      ),
    ],
    downloadUrl: 'https://example.org/yuseong-robot/lessons',
    sourceSite: 'example.org',
    daysAgo: 65,
  },
];

function worksheet(): Drawing {
  const d = a4();
  d.rect(0, 0, 210, 40, { fill: '#1f9d78' }).text('ROBOT LAB', 16, 26, {
    size: 12,
    color: '#ffffff',
    weight: 0.17,
  });
  const robot = icons.find(({ name }) => name === 'robot');
  const gearIcon = icons.find(({ name }) => name === 'gear');
  if (robot) d.stamp(iconDrawing(robot), 22, 58, 1.6);
  if (gearIcon) d.stamp(iconDrawing(gearIcon, '#2b2d33', '#bfe3d0'), 112, 58, 1.6);
  ['1  BUILD', '2  TEST', '3  CHANGE', '4  SHARE'].forEach((line, i) => {
    d.circle(24, 164 + i * 28, 5, { fill: '#f3c44b' }).text(line, 36, 167 + i * 28, {
      size: 7,
      color: '#264653',
      weight: 0.15,
    });
    for (let k = 0; k < 2; k++)
      d.line(
        [
          [36, 174 + i * 28 + k * 6],
          [190, 174 + i * 28 + k * 6],
        ],
        { stroke: '#d5dcd8', width: 0.4 },
      );
  });
  return d;
}
