import {
  appWindow,
  cutlistPicture,
  dashboardPicture,
  gearAppPicture,
  inks,
  resistorPicture,
  terminal,
  thrustPicture,
  viewerPicture,
} from '../software/app-pictures.ts';
import {
  bomMerge,
  bomSample,
  filament,
  gcodeEstimate,
  gcodeSample,
  notifier,
  thrust,
  thrustSample,
} from '../software/python-tools.ts';
import {
  buttonExample,
  buttonHeader,
  buttonSource,
  cutlist,
  gearApp,
  kerf,
  page,
  resistorApp,
  stlViewer,
} from '../software/web-tools.ts';
import { palettes } from '../draw/palettes.ts';
import { planetaryParts } from '../models/gear-models.ts';
import type { DemoFile, DemoPicture, DemoResource, Words } from '../types.ts';
import { drawn, licenseText, textFile, zipFile } from './make.ts';

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
const { green, blue, gold, dim, red, violet } = inks;

const viewerShot: DemoPicture = {
  alt: shot('STL 뷰어에 띄운 유성기어', 'A ring gear in the viewer', 'ビューアーに表示した歯車'),
  make: async () => {
    const p = planetaryParts();
    const c = palettes.peach.parts;
    return await viewerPicture({
      palette: 'peach',
      azimuth: -24,
      elevation: 38,
      items: [
        { mesh: p.placed.ring, color: c[4] ?? '#333' },
        { mesh: p.placed.sun, color: c[1] ?? '#333' },
        ...p.placed.planets.map((mesh) => ({ mesh, color: c[0] ?? '#333' })),
      ],
    });
  },
};

export const softwareResources: DemoResource[] = [
  {
    slug: 'gcode-estimate',
    owner: 'pangyo_code',
    category: 'software',
    subcategory: '3D 프린팅',
    language: 'ko',
    title: {
      ko: 'G코드 출력 시간·재료비 계산기',
      en: 'G-code Time and Cost Estimator',
      ja: 'Gコード印刷時間・材料費計算',
    },
    description: {
      ko: 'G코드 파일을 읽어 출력 시간, 필라멘트 길이와 무게, 재료비를 어림하는 파이썬 프로그램입니다. 가속도를 생각해서 짧은 움직임이 많은 파일도 슬라이서와 5% 안쪽으로 맞아요.\n\n설치할 것이 없고 파일 하나입니다. 견적을 낼 때 --price에 필라멘트 1kg 값을 넣으세요.',
      en: 'A single Python file that reads G-code and estimates print time, filament length, weight and cost. It takes acceleration into account, so parts with many short moves come out close to the slicer.',
      ja: 'Gコードを読み、印刷時間・フィラメント長・重さ・材料費を見積もるPythonプログラムです。加速度も考えるので短い動きの多いファイルでも合います。',
    },
    tags: ['G코드', 'Python', '견적', '3D프린팅'],
    license: 'MIT',
    files: [
      archive(
        'gcode-estimate',
        'MIT',
        '엄준혁',
        '# G코드 계산기\n\n```\npython gcode-estimate.py sample.gcode --price 24000\n```\n\n상대·절대 좌표(G90/G91, M82/M83), G92, G4를 이해합니다.\n',
        { 'gcode-estimate.py': gcodeEstimate, 'sample.gcode': gcodeSample },
      ),
    ],
    pictures: [
      drawn(shot('터미널에서 실행한 화면', 'Running in a terminal', '端末での実行'), () =>
        terminal('peach', 'gcode-estimate', [
          [['$ ', green], ['python gcode-estimate.py '], ['gear-set.gcode', blue]],
          [],
          [
            ['  time      ', dim],
            ['4 h 25 min', gold],
          ],
          [
            ['  filament  ', dim],
            ['28.41 m  84.7 g', gold],
          ],
          [
            ['  cost      ', dim],
            ['2,118 KRW', gold],
          ],
          [
            ['  travel    ', dim],
            ['412.6 m', gold],
          ],
          [],
          [['$ ', green], ['python gcode-estimate.py '], ['vase.gcode', blue]],
          [],
          [
            ['  time      ', dim],
            ['6 h 50 min', gold],
          ],
          [
            ['  filament  ', dim],
            ['37.02 m  110.4 g', gold],
          ],
          [
            ['  cost      ', dim],
            ['3,533 KRW', gold],
          ],
          [
            ['$ ', green],
            ['_', dim],
          ],
        ]),
      ),
    ],
    software: {
      platforms: ['Windows', 'macOS', 'Linux'],
      repository: 'https://example.org/pangyo-code/gcode-estimate',
    },
    usageInstructions: 'python gcode-estimate.py 파일.gcode --price 24000',
    daysAgo: 6,
  },
  {
    slug: 'stl-viewer-page',
    owner: 'jeonpo_craft',
    category: 'software',
    subcategory: '3D 프린팅',
    language: 'ko',
    title: { ko: '한 파일 STL 뷰어', en: 'One-page STL Viewer', ja: '一枚もののSTLビューアー' },
    description: {
      ko: '브라우저에 STL을 끌어다 놓으면 돌려 보고 크기와 부피, 예상 무게를 보여 주는 페이지입니다. 서버에 올리지 않고 내 컴퓨터에서만 돕니다.\n\n라이브러리 없이 캔버스로 그려서 코드가 백 줄이에요. 손님 파일을 확인할 때 씁니다.',
      en: 'Drop an STL on the page to turn it around and read its size, volume and weight. Nothing leaves your computer; a hundred lines of canvas code and no library.',
      ja: 'STLを置くだけで回して見られ、大きさと重さがわかるページです。サーバーには送りません。',
    },
    tags: ['STL', '뷰어', 'JavaScript', '캔버스'],
    license: 'MIT',
    files: [
      archive(
        'stl-viewer',
        'MIT',
        '신유진',
        '# STL 뷰어\n\nindex.html을 브라우저로 열고 STL 파일을 끌어다 놓으세요. 마우스로 돌리고 휠로 확대합니다.\n',
        {
          'index.html': page(
            'ko',
            'STL 뷰어',
            '<p><input type="file" accept=".stl"> 또는 파일을 끌어다 놓으세요.</p>\n<p id="info"></p>\n<canvas></canvas>',
            'viewer.js',
            'canvas { width: 100%; height: 70vh; background: #fff; border-radius: 16px; cursor: grab; }\n',
          ),
          'viewer.js': stlViewer,
        },
      ),
    ],
    pictures: [viewerShot],
    software: { platforms: ['브라우저'] },
    daysAgo: 15,
  },
  {
    slug: 'filament-ledger',
    owner: 'seongsu_layer',
    category: 'software',
    subcategory: '3D 프린팅',
    language: 'ko',
    title: { ko: '필라멘트 재고 장부', en: 'Filament Ledger' },
    description: {
      ko: '스풀마다 남은 무게를 적고, 출력할 때마다 빼고, 15% 아래로 떨어지면 알려 주는 터미널 장부입니다. 기록은 JSON 파일 하나라 옮기기 쉬워요.\n\n공방 프린터 여섯 대를 이걸로 관리합니다. 재료비도 쓴 만큼 계산해 줍니다.',
      en: 'A terminal ledger for spools: weigh in, subtract per print, warn below 15 percent, and know the cost of each part. One JSON file.',
    },
    tags: ['필라멘트', '재고', 'Python', 'CLI'],
    license: 'MIT',
    files: [
      archive(
        'filament-ledger',
        'MIT',
        '김도윤',
        '# 필라멘트 장부\n\n```\npython filament.py add "PLA 주황" --grams 1000 --price 24000\npython filament.py use 1 132 --for "유성기어"\npython filament.py list\n```\n',
        { 'filament.py': filament },
      ),
    ],
    pictures: [
      drawn(shot('스풀별 남은 양', 'What is left on each spool'), dashboardPicture),
      drawn(shot('터미널 목록', 'The list in a terminal'), () =>
        terminal('lilac', 'filament.py list', [
          [['$ ', green], ['python filament.py '], ['list', blue]],
          [],
          ...(
            [
              ['1 PLA ', 16, 'orange', 820],
              ['2 PLA ', 9, 'white', 470],
              ['3 PETG', 13, 'blue', 630],
              ['4 TPU ', 2, 'black', 118],
              ['5 SILK', 18, 'gold', 910],
            ] as const
          ).map(([head, n, name, left]): [string, string?][] => [
            [`${head} `, dim],
            ['['],
            ['#'.repeat(n).padEnd(20), n < 3 ? red : green],
            [']'],
            [` ${left}g `.padStart(7), gold],
            [name],
            ...(n < 3 ? [[' !', red] as [string, string]] : []),
          ]),
          [],
          [['$ ', green], ['python filament.py '], ['use', blue], [' 4 60']],
          [['60g used, 58g left', gold]],
        ]),
      ),
    ],
    software: { platforms: ['Windows', 'macOS', 'Linux'] },
    daysAgo: 28,
  },
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
    slug: 'print-notifier',
    owner: 'leo_makes',
    category: 'software',
    subcategory: '3D printing',
    language: 'en',
    title: { en: 'Print Notifier', ko: '출력 알림이', ja: '印刷おしらせ' },
    description: {
      en: "Watches a printer's status page and posts to a webhook when a print starts, ends, is cancelled or has not moved for ten minutes. Standard library only, one file, about a hundred lines.\n\nRun it with --simulate first to see what it says.",
      ko: '프린터 상태를 지켜보다가 시작, 완료, 취소, 10분 넘게 멈춤을 웹훅으로 알려 주는 프로그램입니다. 파이썬 표준 라이브러리만 씁니다. --simulate로 먼저 시험해 보세요.',
      ja: 'プリンターの状態を見守り、開始・完了・中止・停滞をウェブフックで知らせます。Python標準ライブラリだけで動きます。',
    },
    tags: ['OctoPrint', 'webhook', 'Python', '알림'],
    license: 'Apache-2.0',
    files: [
      archive(
        'print-notifier',
        'Apache-2.0',
        'Leo Martins',
        '# Print notifier\n\n```\npython notifier.py --simulate\npython notifier.py --printer http://printer.local --key KEY --webhook https://example.org/hook\n```\n',
        { 'notifier.py': notifier },
      ),
    ],
    pictures: [
      drawn(shot('알림이가 보낸 메시지', 'Messages from the notifier'), () =>
        terminal('sage', 'notifier.py', [
          [['$ ', green], ['python notifier.py '], ['--every', blue], [' 15 '], ['--key', blue], [' ***']],
          [],
          [['09:12  ', dim], ['Started: ', gold], ['planetary-gear-set.gcode']],
          [
            ['11:40  ', dim],
            ['No progress for 10 minutes', red],
          ],
          [['11:41  ', dim], ['Started: ', gold], ['planetary-gear-set.gcode']],
          [['16:06  ', dim], ['Finished: ', green], ['planetary-gear-set.gcode']],
          [],
          [['16:20  ', dim], ['Started: ', gold], ['twist-planter.gcode']],
          [['21:44  ', dim], ['Finished: ', green], ['twist-planter.gcode']],
          [
            ['21:44  ', dim],
            ['POST https://example.org/hook ', blue],
            ['200', green],
          ],
        ]),
      ),
    ],
    software: {
      platforms: ['Linux', 'macOS', 'Raspberry Pi'],
      repository: 'https://example.org/leo-makes/print-notifier',
    },
    daysAgo: 24,
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
    software: { platforms: ['브라우저'] },
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
      ko: '모듈과 잇수를 넣으면 인벌류트 기어 윤곽을 SVG로 내려받는 페이지입니다. 중심 거리와 기어비도 나와요. 레이저로 나무 기어를 자르려고 만들었습니다.',
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
    software: { platforms: ['ブラウザ'] },
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
    software: { platforms: ['Windows', 'macOS', 'Linux'] },
    daysAgo: 53,
  },
  {
    slug: 'drone-thrust-report',
    owner: 'munjeong_drone',
    category: 'software',
    subcategory: '드론',
    language: 'ko',
    title: { ko: '드론 추력 시험 분석기', en: 'Drone Thrust Report', ja: 'ドローン推力レポート' },
    description: {
      ko: '추력 시험대에서 기록한 CSV를 읽어 스로틀별 효율, 추력 대 무게, 호버링 스로틀, 예상 비행 시간을 계산합니다.\n\n모터와 프로펠러를 바꿔 가며 비교할 때 쓰세요. 예제 기록이 함께 들어 있습니다.',
      en: 'Reads a thrust-stand CSV and reports efficiency, thrust to weight, hover throttle and flight time. A sample run is included.',
      ja: '推力試験のCSVから効率、推力重量比、ホバリング、飛行時間を計算します。',
    },
    tags: ['드론', '추력', 'Python', '모터', 'drone'],
    license: 'GPL-3.0-or-later',
    files: [
      archive(
        'drone-thrust',
        'GPL-3.0-or-later',
        '임현우',
        '# 드론 추력 분석\n\n```\npython thrust.py run.csv --weight 480\n```\n',
        { 'thrust.py': thrust, 'run.csv': thrustSample },
      ),
    ],
    pictures: [
      drawn(shot('추력 곡선과 호버링 지점', 'Thrust curve with the hover point', '推力曲線'), thrustPicture),
    ],
    software: { platforms: ['Windows', 'macOS', 'Linux'] },
    daysAgo: 13,
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
  {
    slug: 'klipper-macro-pack',
    owner: 'pangyo_code',
    category: 'software',
    subcategory: '3D 프린팅',
    language: 'ko',
    title: { ko: 'Klipper 매크로 모음', en: 'Klipper Macro Pack' },
    description: {
      ko: '시작, 끝, 필라멘트 교체, 베드 예열 매크로를 한 파일로 정리했습니다. 새 판은 저장소에 먼저 올라가니 링크에서 받으세요.\n\n여기에는 손으로 붙여 넣을 수 있는 기본판만 함께 둡니다.',
      en: 'Start, end, filament change and preheat macros in one file. The newest version is at the link; the basic one is attached.',
    },
    tags: ['Klipper', '매크로', '펌웨어', '3D프린팅'],
    license: 'GPL-3.0-or-later',
    files: [
      textFile(
        'klipper-macros.txt',
        () => `# 공방 기본 매크로 - printer.cfg 끝에 붙여 넣으세요.
[gcode_macro START_PRINT]
gcode:
    {% set bed = params.BED|default(60)|float %}
    {% set nozzle = params.NOZZLE|default(205)|float %}
    M140 S{bed}
    G28
    M190 S{bed}
    M109 S{nozzle}
    G92 E0
    G1 X5 Y5 Z0.3 F3000
    G1 X105 E9 F1200
    G92 E0

[gcode_macro END_PRINT]
gcode:
    M400
    G91
    G1 E-3 F1800
    G1 Z10 F600
    G90
    G1 X5 Y200 F6000
    TURN_OFF_HEATERS
    M107

[gcode_macro CHANGE_FILAMENT]
gcode:
    PAUSE
    G91
    G1 E20 F300
    G1 E-80 F1800
    G90
    RESPOND MSG="새 필라멘트를 넣고 RESUME을 누르세요."

[gcode_macro PREHEAT]
gcode:
    M140 S{params.BED|default(60)|float}
    M104 S{params.NOZZLE|default(150)|float}
`,
      ),
    ],
    pictures: [
      drawn(shot('매크로 일부', 'Part of the macros'), () =>
        terminal('sand', 'printer.cfg', [
          [['[gcode_macro START_PRINT]', violet]],
          [['gcode:', blue]],
          [
            ['  {% set bed = params.BED|default(', dim],
            ['60', gold],
            [') %}', dim],
          ],
          [['  M140 '], ['S{bed}', green]],
          [['  G28']],
          [['  M190 '], ['S{bed}', green]],
          [['  M109 '], ['S{nozzle}', green]],
          [['  G1 X105 E9 F1200']],
          [],
          [['[gcode_macro END_PRINT]', violet]],
          [['gcode:', blue]],
          [['  G91']],
          [['  G1 E-3 F1800']],
          [['  TURN_OFF_HEATERS', red]],
        ]),
      ),
    ],
    downloadUrl: 'https://example.org/pangyo-code/klipper-macros',
    sourceSite: 'example.org',
    software: { platforms: ['Klipper'], repository: 'https://example.org/pangyo-code/klipper-macros' },
    daysAgo: 70,
  },
];
