import { inks, dashboardPicture, terminal, thrustPicture, viewerPicture } from '../software/app-pictures.ts';
import {
  filament,
  gcodeEstimate,
  gcodeSample,
  notifier,
  thrust,
  thrustSample,
} from '../software/python-tools.ts';
import { page, stlViewer } from '../software/web-tools.ts';
import { palettes } from '../draw/palettes.ts';
import { planetaryParts } from '../models/gear-models.ts';
import type { DemoFile, DemoPicture, DemoResource, Words } from '../types.ts';
import { drawn, licenseText, textFile, zipFile } from './make.ts';

const { green, blue, gold, dim, red, violet } = inks;

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

export const printingSoftware: DemoResource[] = [
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
      platforms: ['windows', 'macos', 'linux'],
      repository: 'https://example.org/pangyo-code/gcode-estimate',
    },
    usageInstructions: 'python gcode-estimate.py 파일.gcode --price 24000',
    daysAgo: 20,
    update: {
      changelog:
        '바로 실행하는 파일을 시스템별로 넣었어요.\nG2와 G3(원호)의 길이를 재고, 헤더에 적힌 슬라이서의 시간과 나란히 보여 줘요.',
      files: (['windows', 'macos', 'linux'] as const).map((platform) =>
        archive(
          `gcode-estimate-1.1-${platform}`,
          'MIT',
          '엄준혁',
          `# G코드 계산기 1.1\n\n${platform === 'windows' ? 'run.bat' : './run.sh'} sample.gcode\n`,
          {
            'gcode-estimate.py': gcodeEstimate,
            'sample.gcode': gcodeSample,
            ...(platform === 'windows'
              ? { 'run.bat': '@py "%~dp0gcode-estimate.py" %*\r\n' }
              : { 'run.sh': '#!/bin/sh\nexec python3 "$(dirname "$0")/gcode-estimate.py" "$@"\n' }),
          },
        ),
      ),
      daysAgo: 6,
    },
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
    software: { platforms: ['web'] },
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
    software: { platforms: ['windows', 'macos', 'linux'] },
    daysAgo: 28,
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
      platforms: ['linux', 'macos', 'Raspberry Pi'],
      repository: 'https://example.org/leo-makes/print-notifier',
    },
    daysAgo: 24,
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
    software: { platforms: ['windows', 'macos', 'linux'] },
    daysAgo: 13,
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
