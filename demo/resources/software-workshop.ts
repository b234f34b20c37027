import {
  appWindow,
  cutlistPicture,
  gearAppPicture,
  inks,
  resistorPicture,
  terminal,
} from '../software/app-pictures.ts';
import { bomMerge, bomSample } from '../software/python-tools.ts';
import {
  buttonExample,
  buttonHeader,
  buttonSource,
  cutlist,
  gearApp,
  kerf,
  page,
  resistorApp,
} from '../software/web-tools.ts';
import type { DemoFile, DemoResource, Words } from '../types.ts';
import { drawn, licenseText, zipFile } from './make.ts';

const { green, blue, gold, dim, violet } = inks;

const archive = (
  name: string,
  license: string,
  holder: string,
  readme: string,
  files: Record<string, string>,
): DemoFile =>
  zipFile(name, () => ({
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])),
    [`${name}/README.md`]: readme,
    [`${name}/LICENSE`]: licenseText(license, holder),
  }));

const shot = (ko: string, en: string, ja?: string): Words => ({ ko, en, ...(ja ? { ja } : {}) });

export const workshopSoftware: DemoResource[] = [
  {
    slug: 'soft-button-library',
    owner: 'euljiro_pcb',
    category: 'software',
    subcategory: '아두이노',
    language: 'ko',
    title: { ko: '아두이노 버튼 라이브러리 SoftButton', en: 'SoftButton, an Arduino Library' },
    description: {
      ko: '버튼 하나로 누름, 길게 누름, 두 번 누름을 구분하는 아두이노 라이브러리입니다. delay()를 쓰지 않아 다른 일을 막지 않고, 디바운스도 들어 있어요.\n\n램 20바이트라 ATtiny85에서도 돕니다. 예제 스케치를 함께 넣었습니다.',
      en: 'Press, double press and long press from one button, without delay() and with debouncing, in 20 bytes of RAM.',
    },
    tags: ['아두이노', '라이브러리', '버튼', 'C++'],
    license: 'LGPL-3.0-only',
    files: [
      archive(
        'soft-button',
        'LGPL-3.0-only',
        '이서준',
        '# SoftButton\n\n아두이노 IDE에서 스케치 → 라이브러리 포함하기 → .ZIP 라이브러리 추가를 누르세요.\n',
        {
          'src/soft-button.h': buttonHeader,
          'src/soft-button.cpp': buttonSource,
          'examples/blink-toggle/blink-toggle.ino': buttonExample,
          'library.properties':
            'name=SoftButton\nversion=1.2.0\nauthor=Gongbang\nmaintainer=Gongbang\nsentence=Press, double press and long press without delay.\nparagraph=Debounced, small, works on every board.\ncategory=Signal Input/Output\nurl=https://example.org/euljiro-pcb/soft-button\narchitectures=*\nincludes=soft-button.h\n',
        },
      ),
    ],
    pictures: [
      drawn(shot('예제 코드', 'The example sketch'), () =>
        terminal('mint', 'blink-toggle.ino', [
          [
            ['#include ', violet],
            ['<soft-button.h>', green],
          ],
          [],
          [['SoftButton ', blue], ['button(2);']],
          [],
          [['void ', violet], ['loop', gold], ['() {']],
          [['  switch ', violet], ['(button.update()) {']],
          [
            ['    case ', violet],
            ['SoftButton::Press:', blue],
          ],
          [['      toggle(LED);']],
          [
            ['    case ', violet],
            ['SoftButton::LongPress:', blue],
          ],
          [['      Serial.println(', inks.pale], ['"long"', green], [');']],
          [['  }']],
          [['}']],
          [],
          [
            ['Done uploading. ', dim],
            ['18 bytes RAM', gold],
          ],
        ]),
      ),
    ],
    software: { platforms: ['Arduino', 'ESP32', 'ATtiny'] },
    daysAgo: 40,
  },
  {
    slug: 'resistor-decoder',
    owner: 'naseong_kit',
    category: 'software',
    subcategory: '전자',
    language: 'ko',
    title: { ko: '저항 색띠 읽기 페이지', en: 'Resistor Colour Decoder', ja: '抵抗カラーコード早見ページ' },
    description: {
      ko: '색띠를 고르면 값이, 값을 넣으면 색띠가 나오는 페이지입니다. 넣은 값에 가장 가까운 E24 저항도 알려 줘요.\n\n교실 컴퓨터에 파일째 복사해 쓰면 됩니다. 인터넷이 없어도 열립니다.',
      en: 'Pick bands to get a value, or type a value to get the bands and the nearest E24 part. Works offline from a USB stick.',
      ja: '色帯から値、値から色帯がわかるページです。いちばん近いE24値も表示。オフラインで動きます。',
    },
    tags: ['저항', '색띠', '교육', 'JavaScript'],
    license: 'CC0-1.0',
    files: [
      archive('resistor-decoder', 'CC0-1.0', '유다인', '# 저항 색띠\n\nindex.html을 열면 됩니다.\n', {
        'index.html': page(
          'ko',
          '저항 색띠 읽기',
          '<p class="body"><span class="band"></span><span class="band"></span><span class="band"></span></p>\n<p><label>첫째 <select></select></label><label>둘째 <select></select></label><label>배수 <select></select></label></p>\n<p><label>값(Ω) <input id="ohms" type="number" min="10"></label> <strong id="answer"></strong></p>',
          'resistor.js',
          '.body { display: flex; gap: 34px; justify-content: center; width: 280px; height: 84px; background: #e6d1a8; border-radius: 42px; }\n.band { width: 22px; }\n',
        ),
        'resistor.js': resistorApp,
      }),
    ],
    pictures: [
      drawn(shot('4.7kΩ 저항을 읽은 화면', 'Reading a 4.7 k resistor', '4.7kΩを読んだ画面'), resistorPicture),
    ],
    software: { platforms: ['web'] },
    daysAgo: 36,
  },
  {
    slug: 'kerf-calculator',
    owner: 'jeonpo_craft',
    category: 'software',
    subcategory: '레이저',
    language: 'ko',
    title: { ko: '레이저 커프 계산기', en: 'Laser Kerf Calculator' },
    description: {
      ko: '시험편을 잘라 잰 값을 넣으면 커프와 보정값, 끼움 홈 폭, 손가락 이음 개수를 알려 주는 명령줄 도구입니다. 합판을 바꿀 때마다 한 번씩 재세요.\n\nNode만 있으면 되고 다른 코드에서 불러 쓸 수도 있습니다.',
      en: 'Measure a test piece and get kerf, offsets, slot width and finger-joint count. A Node script you can also import.',
    },
    tags: ['레이저커팅', '커프', '합판', 'Node'],
    license: 'MIT',
    files: [
      archive(
        'kerf-calculator',
        'MIT',
        '신유진',
        '# 커프 계산기\n\n```\nnode kerf.mjs --drawn 20 --measured 19.7 --gap 20.28 --thickness 3.1 --length 120\n```\n',
        { 'kerf.mjs': kerf },
      ),
    ],
    pictures: [
      drawn(shot('계산 결과', 'A calculation'), () =>
        terminal('clay', 'kerf.mjs', [
          [['$ ', green], ['node kerf.mjs '], ['--drawn 20 --measured 19.7', blue]],
          [['    '], ['--gap 20.28 --thickness 3.1 --length 120', blue]],
          [],
          [
            ['kerf        ', dim],
            ['0.290 mm', gold],
          ],
          [
            ['outside    +', dim],
            ['0.145 mm', gold],
          ],
          [
            ['inside     -', dim],
            ['0.145 mm', gold],
          ],
          [
            ['slot        ', dim],
            ['2.810 mm', gold],
          ],
          [
            ['fingers     ', dim],
            ['13 x 9.23 mm', gold],
          ],
          [
            ['draw as     ', dim],
            ['9.52 mm', green],
          ],
        ]),
      ),
    ],
    software: { platforms: ['Node 20+'] },
    daysAgo: 49,
  },
  {
    slug: 'gear-outline-maker',
    owner: 'tanaka_works',
    category: 'software',
    subcategory: 'CAD',
    language: 'ja',
    title: { ja: '歯車アウトラインメーカー', ko: '기어 윤곽선 만들기', en: 'Gear Outline Maker' },
    description: {
      ja: 'モジュールと歯数を入れるとインボリュート歯形をSVGで書き出すページです。中心距離と減速比も表示します。\n\nレーザー加工で木の歯車を切るために作りました。オフラインで動きます。',
      ko: '모듈과 잇수를 넣으면 인벌류트 기어 윤곽을 SVG로 다운로드하는 페이지입니다. 중심 거리와 기어비도 나와요. 레이저로 나무 기어를 자르려고 만들었습니다.',
      en: 'Type module and teeth, get an involute outline as SVG, with centre distance and ratio. Made for cutting wooden gears on a laser.',
    },
    tags: ['歯車', 'gear', 'SVG', 'レーザー', '기어'],
    license: 'MIT',
    files: [
      archive(
        'gear-outline',
        'MIT',
        '田中 美咲',
        '# 歯車アウトラインメーカー\n\nindex.html をブラウザで開いてください。\n',
        {
          'index.html': page(
            'ja',
            '歯車アウトラインメーカー',
            '<p><label>モジュール <input id="module" type="number" value="2" step="0.1"></label><label>歯数 <input id="teeth" type="number" value="24"></label><label>相手の歯数 <input id="partner" type="number" value="12"></label><label>圧力角 <input id="angle" type="number" value="20"></label><label>穴 <input id="bore" type="number" value="8"></label></p>\n<div id="view"></div>\n<p id="numbers"></p>\n<p><a id="save" download="gear.svg">SVGを保存</a></p>',
            'gear.js',
            '#view svg { width: 100%; height: 60vh; background: #fff; border-radius: 16px; }\n',
          ),
          'gear.js': gearApp,
        },
      ),
    ],
    pictures: [
      drawn(
        { ja: '24枚と12枚の歯車', ko: '24T와 12T 기어 윤곽', en: 'Outlines of 24 and 12 teeth' },
        gearAppPicture,
      ),
    ],
    software: { platforms: ['web'] },
    daysAgo: 32,
  },
  {
    slug: 'bom-merge',
    owner: 'gasan_smt',
    category: 'software',
    subcategory: '전자',
    language: 'ko',
    title: { ko: '부품표 합치기 bom-merge', en: 'bom-merge' },
    description: {
      ko: '여러 보드의 BOM CSV를 하나의 주문 목록으로 합쳐 주는 파이썬 도구입니다. 파일 이름 앞에 5x를 붙이면 다섯 장 분량으로 셉니다.\n\n값싼 부품은 잃어버릴 것을 생각해 10% 여유를 더해요. 공방에 올라온 하드웨어의 부품표 형식을 그대로 읽습니다.',
      en: "Merges several boards' parts lists into one order, with spares for the small parts. Reads the CSV files of the hardware here.",
    },
    tags: ['BOM', '부품', 'Python', 'SMT'],
    license: 'MIT',
    files: [
      archive(
        'bom-merge',
        'MIT',
        '서동현',
        '# bom-merge\n\n```\npython bom-merge.py 5xsample-bom.csv > order.csv\n```\n',
        { 'bom-merge.py': bomMerge, 'sample-bom.csv': bomSample },
      ),
    ],
    pictures: [
      drawn(shot('합친 주문 목록', 'A merged order'), () => {
        const { d, x, y, w } = appWindow('steel', false, 'order.csv');
        const rows = [
          ['PART', 'VALUE', 'NEED', 'BUY', 'KRW'],
          ['resistor', '330', '38', '42', '840'],
          ['resistor', '10k', '15', '17', '340'],
          ['LED 5mm', 'green', '10', '11', '550'],
          ['diode', '1N4148', '42', '46', '920'],
          ['XIAO', 'ESP32C3', '7', '7', '55,300'],
          ['button', '6x6', '44', '48', '3,840'],
          ['header', '1x4', '12', '13', '1,560'],
          ['PCB', '4 kinds', '17', '17', '42,500'],
        ];
        rows.forEach((cells, i) => {
          const ty = y + 62 + i * 62;
          if (i % 2 === 1) d.rect(x + 30, ty - 36, w - 60, 54, { fill: '#f4f1ea' }, 10);
          const at = [60, 300, 560, 700, 900];
          cells.forEach((cell, k) =>
            d.text(cell, x + (at[k] ?? 0), ty, {
              size: 21,
              color: i === 0 ? '#9a9080' : k === 4 ? '#e36414' : '#2b2d33',
              anchor: k > 1 ? 'end' : 'start',
              weight: i === 0 ? 0.15 : 0.12,
            }),
          );
        });
        d.line(
          [
            [x + 30, y + 620],
            [x + w - 30, y + 620],
          ],
          { stroke: '#d9d2c4', width: 3 },
        );
        return d;
      }),
    ],
    software: { platforms: ['windows', 'macos', 'linux'] },
    daysAgo: 53,
  },
  {
    slug: 'plywood-cutlist',
    owner: 'yeongdo_boat',
    category: 'software',
    subcategory: '목공',
    language: 'ko',
    title: { ko: '합판 재단 배치 도우미', en: 'Plywood Cut List' },
    description: {
      ko: '합판 크기와 조각 목록을 주면 톱날 폭을 생각해 어디를 자를지 알려 주는 도구입니다. 선반처럼 줄을 맞춰 놓는 방식이라 테이블쏘로 자르기 쉬운 순서로 나와요.\n\n남는 면적도 퍼센트로 알려 줍니다.',
      en: 'Give it the sheet and the pieces, get a layout in rows that a table saw can follow, with blade width included.',
    },
    tags: ['합판', '재단', '목공', 'Node'],
    license: 'MIT',
    files: [
      archive(
        'plywood-cutlist',
        'MIT',
        '조광민',
        '# 합판 재단\n\n```\nnode cutlist.mjs 1220x2440 600x300x4 400x300x4 250x600x2\n```\n',
        { 'cutlist.mjs': cutlist },
      ),
    ],
    pictures: [drawn(shot('합판 한 장의 배치', 'One sheet laid out'), cutlistPicture)],
    software: { platforms: ['Node 20+'] },
    daysAgo: 60,
  },
];
