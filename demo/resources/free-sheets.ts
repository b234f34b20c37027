import { Drawing } from '../draw/drawing.ts';
import {
  boxNet,
  calibrationSheet,
  dotPaper,
  drawerLabels,
  gearSheet,
  isometricPaper,
  laserCard,
  papersPicture,
  resistorCard,
  threads,
  threadSheet,
} from '../printables/sheets.ts';
import type { DemoResource } from '../types.ts';
import { drawn, pdfFile, svgFile, textFile } from './make.ts';

/** Points per millimetre. */
const mm = 72 / 25.4;

const labelNames = {
  parts: [
    'R 10k',
    'R 4.7k',
    'R 330',
    'C 100nF',
    'C 10uF',
    'LED',
    'DIODE',
    'BUTTON',
    'HEADER',
    'ESP32',
    'NANO',
    'SENSOR',
  ],
  fixings: [
    'M2 x 6',
    'M3 x 8',
    'M3 x 12',
    'M4 x 16',
    'M5 x 20',
    'M8 x 30',
    'NUT M3',
    'NUT M8',
    'WASHER',
    'INSERT',
    'SPRING',
    'HINGE',
  ],
};

export const sheetResources: DemoResource[] = [
  {
    slug: 'printer-calibration-sheet',
    owner: 'gongneung_lab',
    category: 'free_content',
    subcategory: '인쇄물',
    language: 'ko',
    title: {
      ko: '길이·각도 교정 시트 (A4)',
      en: 'Calibration Sheet for Rulers and Angles',
      ja: '長さ・角度の校正シート(A4)',
    },
    description: {
      ko: '100mm 정사각형과 대각선, 원, 자, 각도기, 선 굵기를 한 장에 담은 A4 교정 시트입니다. 종이에 뽑아 출력물이나 레이저 조각을 올려 보고 치수를 바로 확인해요.\n\n인쇄할 때 배율을 100%로 두고, 먼저 자로 100mm를 재어 주세요. PDF와 SVG가 있습니다.',
      en: 'A 100 mm square with diagonals, circles, a ruler, a protractor and line widths on one A4 page, as PDF and SVG. Print at 100 percent and check it with a ruler first.',
      ja: '100mm角、円、定規、分度器、線の太さを一枚にまとめた校正シートです。100%で印刷してください。',
    },
    tags: ['교정', 'A4', 'PDF', '측정', '인쇄'],
    license: 'CC0-1.0',
    files: [
      pdfFile('calibration-a4', 'Calibration sheet', mm, () => [calibrationSheet()]),
      svgFile('calibration-a4', calibrationSheet, 'mm'),
    ],
    pictures: [
      drawn({ ko: '교정 시트 한 장', en: 'The sheet', ja: '校正シート' }, () =>
        papersPicture('sky', [
          [dotPaper(), 400, 520, 2.7, -9],
          [calibrationSheet(), 660, 450, 2.75, 3],
        ]),
      ),
    ],
    daysAgo: 11,
  },
  {
    slug: 'metric-thread-table',
    owner: 'mullae_lathe',
    category: 'free_content',
    subcategory: '자료',
    language: 'ko',
    title: {
      ko: '미터 나사 탭 드릴표 (M2~M12)',
      en: 'Metric Tap Drill Chart, M2 to M12',
      ja: 'メートルねじ下穴表(M2〜M12)',
    },
    description: {
      ko: 'M2부터 M12까지 피치, 탭 드릴, 관통 구멍, 머리 크기를 실제 크기 원과 함께 그린 표입니다. 기계 옆 벽에 붙여 두는 용도예요.\n\nCSV도 함께 넣었으니 CAD에서 불러 쓰세요. 문래동 작업대에서 30년 동안 쓰던 표를 다시 그렸습니다.',
      en: 'Pitch, tap drill, clearance and head sizes from M2 to M12 with circles at true size, for the wall beside the drill press.',
      ja: 'M2〜M12のピッチ、下穴、通し穴、頭の大きさを実寸の円とともにまとめた表です。',
    },
    tags: ['나사', '탭', '드릴', 'PDF', '볼트'],
    license: 'CC0-1.0',
    files: [
      pdfFile('thread-table', 'Metric threads', mm, () => [threadSheet()]),
      textFile(
        'thread-table.csv',
        () =>
          `size,pitch_mm,tap_drill_mm,clearance_mm,head_mm\r\n${threads.map((row) => row.join(',')).join('\r\n')}\r\n`,
      ),
    ],
    pictures: [
      drawn({ ko: '나사표 한 장', en: 'The chart', ja: 'ねじ下穴表' }, () =>
        papersPicture('steel', [[threadSheet(), 600, 450, 3.4, -3]]),
      ),
    ],
    daysAgo: 36,
  },
  {
    slug: 'resistor-colour-card',
    owner: 'sato_denshi',
    category: 'free_content',
    subcategory: '早見表',
    language: 'ja',
    title: { ja: '抵抗カラーコード早見カード', ko: '저항 색띠 카드', en: 'Resistor Colour Card' },
    description: {
      ja: '抵抗の色を一枚にまとめたA4横のカードです。大きな色見本とE12系列つき。教室の壁にも、切って引き出しにも。\n\n印刷の色は紙で変わるので、本物の抵抗と一度見比べてください。',
      ko: '저항 색띠를 한 장에 정리한 A4 가로 카드입니다. 큰 색 견본과 E12 값이 있어 교실 벽에 붙이기 좋아요.',
      en: 'The resistor colours on one landscape page with large swatches and the E12 row. For the wall or, cut up, for the drawer.',
    },
    tags: ['抵抗', 'カード', 'PDF', '저항', '교육'],
    license: 'CC-BY-4.0',
    files: [
      pdfFile('resistor-card', 'Resistor colours', mm, () => [resistorCard()]),
      svgFile('resistor-card', resistorCard, 'mm'),
    ],
    pictures: [
      drawn({ ja: '早見カード', ko: '저항 색띠 카드', en: 'The card' }, () =>
        papersPicture('butter', [[resistorCard(), 600, 450, 3.4, 3]]),
      ),
    ],
    daysAgo: 26,
  },
  {
    slug: 'drawing-papers',
    owner: 'yeoksam_proto',
    category: 'free_content',
    subcategory: '인쇄물',
    language: 'ko',
    title: { ko: '등각·점 격자 스케치 종이', en: 'Isometric and Dot Papers' },
    description: {
      ko: '아이디어를 입체로 그릴 때 쓰는 등각 투영 종이와 5mm 점 격자 종이입니다. 연한 색이라 복사하면 사라져요.\n\n상담하러 오실 때 이 종이에 한 장만 그려 오시면 이야기가 훨씬 빨라집니다.',
      en: 'Isometric paper and a 5 mm dot grid, pale enough to vanish when copied. Bring one sketch and we talk twice as fast.',
    },
    tags: ['스케치', '종이', 'PDF', '설계'],
    license: 'CC0-1.0',
    files: [pdfFile('sketch-papers', 'Sketch papers', mm, () => [isometricPaper(), dotPaper()])],
    pictures: [
      drawn({ ko: '등각 종이와 점 격자', en: 'Isometric and dot paper' }, () =>
        papersPicture('sage', [
          [dotPaper(), 820, 470, 2.6, 9],
          [sketched(), 460, 450, 2.75, -5],
        ]),
      ),
    ],
    daysAgo: 51,
  },
  {
    slug: 'gear-size-sheet',
    owner: 'seongseo_gear',
    category: 'free_content',
    subcategory: '자료',
    language: 'ko',
    title: { ko: '실제 크기 기어 모듈표', en: 'Gear Modules at True Size', ja: '実寸の歯車モジュール表' },
    description: {
      ko: '모듈 0.5부터 4까지 기어를 실제 크기로 그린 A4 한 장입니다. 가진 기어를 종이에 올려 놓으면 모듈을 바로 알 수 있어요.\n\n중심 거리 공식과 맞물린 예도 함께 있습니다. 기어 복원을 맡기실 때 이 표로 먼저 재 주세요.',
      en: 'Gears from module 0.5 to 4 drawn at true size on A4. Lay your gear on the page to find its module.',
      ja: 'モジュール0.5から4までの歯車を実寸で描いたA4一枚。手持ちの歯車を置けばモジュールがわかります。',
    },
    tags: ['기어', 'gear', '모듈', 'PDF', '측정'],
    license: 'CC0-1.0',
    files: [
      pdfFile('gear-modules-a4', 'Gears at true size', mm, () => [gearSheet()]),
      svgFile('gear-modules-a4', gearSheet, 'mm'),
    ],
    pictures: [
      drawn({ ko: '기어 모듈표', en: 'The gear sheet', ja: '歯車モジュール表' }, () =>
        papersPicture('clay', [[gearSheet(), 600, 450, 2.95, 4]]),
      ),
    ],
    daysAgo: 16,
  },
  {
    slug: 'folding-box-templates',
    owner: 'changsin_sew',
    category: 'free_content',
    subcategory: '인쇄물',
    language: 'ko',
    title: {
      ko: '접는 종이 상자 전개도 세 가지',
      en: 'Three Folding Box Templates',
      ja: '組み立て紙箱の展開図三種',
    },
    description: {
      ko: '작은 제품을 담는 종이 상자 전개도입니다. 실선은 자르고 점선은 접으면 돼요. 250g 종이에 뽑거나 레이저로 자르세요.\n\n크기는 50×30×60, 60×40×40, 40×40×90mm입니다. SVG라서 크기를 바꾸기 쉽습니다.',
      en: 'Cut the solid lines, fold the dashed ones. Three sizes for small goods, as SVG and PDF.',
      ja: '実線を切って点線を折る小箱の展開図です。三つの大きさ、SVGとPDF。',
    },
    tags: ['상자', '전개도', '포장', 'SVG', '레이저커팅'],
    license: 'CC-BY-SA-4.0',
    files: [
      pdfFile('paper-boxes', 'Paper boxes', mm, () => [
        boxNet(50, 30, 60),
        boxNet(60, 40, 40),
        boxNet(40, 40, 90),
      ]),
      svgFile('box-50x30x60', () => boxNet(50, 30, 60), 'mm'),
      svgFile('box-60x40x40', () => boxNet(60, 40, 40), 'mm'),
    ],
    pictures: [
      drawn({ ko: '상자 전개도', en: 'Box templates', ja: '展開図' }, () =>
        papersPicture('sand', [
          [boxNet(60, 40, 40), 660, 330, 2.5, 7],
          [boxNet(50, 30, 60), 520, 560, 2.7, -4],
        ]),
      ),
    ],
    daysAgo: 47,
  },
  {
    slug: 'drawer-labels-and-laser-card',
    owner: 'bench_emma',
    category: 'free_content',
    subcategory: 'Printables',
    language: 'en',
    title: {
      en: 'Drawer Labels and a Laser Test Card',
      ko: '서랍 라벨과 레이저 시험 카드',
      ja: '引き出しラベルとレーザー試験カード',
    },
    description: {
      en: 'Twenty-four drawer labels for parts and fixings, and a 120 by 90 mm power and speed card for diode lasers. Red hairlines cut, fills engrave.\n\nThe labels fit the drawers in the ribbed parts box set.',
      ko: '부품과 철물 서랍 라벨 24장, 그리고 120×90mm 레이저 출력·속도 시험 카드입니다. 빨간 선은 자르고 채운 면은 새깁니다.',
      ja: '部品用ラベル24枚と、120×90mmのレーザー出力・速度試験カードです。',
    },
    tags: ['labels', 'laser', 'SVG', '라벨', '수납'],
    license: 'CC0-1.0',
    files: [
      pdfFile('drawer-labels', 'Drawer labels', mm, () => [
        drawerLabels(labelNames.parts, '#2274a5'),
        drawerLabels(labelNames.fixings, '#c8553d'),
      ]),
      svgFile('laser-test-card', laserCard, 'mm'),
    ],
    pictures: [
      drawn({ en: 'Labels and the test card', ko: '라벨과 시험 카드', ja: 'ラベルと試験カード' }, () =>
        papersPicture('lilac', [
          [drawerLabels(labelNames.fixings, '#c8553d'), 800, 560, 2.6, 8],
          [drawerLabels(labelNames.parts, '#2274a5'), 420, 580, 2.7, -5],
          [onPlywood(laserCard()), 800, 250, 3.6, -3],
        ]),
      ),
    ],
    daysAgo: 59,
  },
];

function onPlywood(card: Drawing): Drawing {
  return new Drawing(card.width, card.height)
    .rect(0, 0, card.width, card.height, { fill: '#f3e0c4' }, 4)
    .stamp(card, 0, 0, 1);
}

/** Isometric paper with a small block drawn on it, as an example of use. */
function sketched(): Drawing {
  const d = isometricPaper();
  const pen = { stroke: '#c8553d', width: 0.9 };
  const s = 5;
  const iso = (x: number, y: number, z: number): [number, number] => [
    105 + (x - y) * s * 0.866,
    170 + (x + y) * s * 0.5 - z * s,
  ];
  const face = (points: [number, number, number][], fill: string): void => {
    d.polygon(
      points.map(([x, y, z]) => iso(x, y, z)),
      { ...pen, fill },
    );
  };
  face(
    [
      [-7, -7, 4],
      [7, -7, 4],
      [7, 7, 4],
      [-7, 7, 4],
    ],
    '#fbe6dd',
  );
  face(
    [
      [-7, 7, 0],
      [7, 7, 0],
      [7, 7, 4],
      [-7, 7, 4],
    ],
    '#f3cdbd',
  );
  face(
    [
      [7, -7, 0],
      [7, 7, 0],
      [7, 7, 4],
      [7, -7, 4],
    ],
    '#e9b7a3',
  );
  face(
    [
      [-3, 3, 4],
      [3, 3, 4],
      [3, 3, 13],
      [-3, 3, 13],
    ],
    '#f3cdbd',
  );
  face(
    [
      [3, -3, 4],
      [3, 3, 4],
      [3, 3, 13],
      [3, -3, 13],
    ],
    '#e9b7a3',
  );
  face(
    [
      [-3, -3, 13],
      [3, -3, 13],
      [3, 3, 13],
      [-3, 3, 13],
    ],
    '#fbe6dd',
  );
  return d;
}
