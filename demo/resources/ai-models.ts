import { textIn } from '#i18n/languages.ts';
import type { AiModel } from '#features/resources/contract.ts';
import { type ChartLayout, modelPicture } from '../ai/charts.ts';
import * as tasks from '../ai/tasks.ts';
import { inferenceScript, safetensors, type Task, train } from '../ai/train.ts';
import type { DemoResource } from '../types.ts';
import { drawn, textFile } from './make.ts';

type ModelText = Omit<DemoResource, 'category' | 'files' | 'pictures' | 'aiModel' | 'modelType'> & {
  task: Task;
  layout: ChartLayout;
  goal: string;
  dataset: string;
  /** Must state the result of training; a test compares it. */
  metric: string;
  card?: Pick<AiModel, 'intendedUse' | 'limits' | 'license'>;
};

const texts: ModelText[] = [
  {
    slug: 'layer-defect-classifier',
    owner: 'songdo_ai',
    subcategory: '3D 프린팅',
    language: 'ko',
    title: { ko: '레이어 결함 분류 모델', en: 'Layer Defect Classifier', ja: '積層不良の分類モデル' },
    description: {
      ko: '카메라로 잰 다섯 가지 수치로 정상, 압출 부족, 과다 압출, 밀림, 거미줄을 구분하는 아주 작은 모델입니다. 파라미터가 181개라 ESP32에서 0.1ms면 계산돼요.\n\n영상 처리로 특징을 뽑는 방법은 모델 카드에 적었습니다. 합성 데이터로 배웠으니 실제 프린터에서는 50장 정도로 다시 맞추는 것을 권해요.',
      en: 'A tiny model that tells ok, under- and over-extrusion, shifts and stringing from five camera measurements. 181 parameters, trained on synthetic data; retune it with fifty pictures of your own printer.',
      ja: 'カメラで測った五つの値から積層不良を見分ける小さなモデルです。パラメーターは181個。合成データで学習しています。',
    },
    tags: ['3D프린팅', '불량검출', 'TinyML', '분류'],
    license: 'Apache-2.0',
    task: tasks.layerDefects,
    layout: { palette: 'peach', regions: [2, 3] },
    goal: '출력 중 레이어 결함 다섯 가지 분류',
    dataset: '합성 레이어 특징 900개 (학습 80%, 검증 20%)',
    metric: '검증 정확도 93.9%',
    card: {
      license: 'Apache-2.0',
      intendedUse:
        '프린터 옆의 작은 보드에서 출력이 잘못되기 시작했는지 알아차리는 데 쓰세요. 판정이 세 번 이어지면 멈추게 하는 것을 권해요.',
      limits:
        '합성 데이터로만 배웠어요. 빛이 강하게 반사되는 필라멘트와 0.1mm보다 얇은 레이어에서는 자주 틀려요. 사람이나 불의 안전을 맡기지 마세요.',
    },
    daysAgo: 3,
  },
  {
    slug: 'resistor-band-reader',
    owner: 'euljiro_pcb',
    subcategory: '전자',
    language: 'ko',
    title: { ko: '저항 색띠 색 분류 모델', en: 'Resistor Band Colour Model' },
    description: {
      ko: '사진에서 뽑은 RGB 값 하나를 저항 색띠 열한 가지로 나눕니다. 조명 밝기와 노란 기운이 달라져도 견디도록 여러 조명의 합성 색으로 배웠어요.\n\n빨강과 주황, 갈색이 헷갈릴 때가 있으니 세 띠의 조합이 E24에 있는지 함께 확인하세요.',
      en: 'Turns an RGB value into one of eleven resistor band colours under varying lamps. Red, orange and brown still get confused sometimes; check the result against E24.',
    },
    tags: ['저항', '색인식', '분류', 'RGB'],
    license: 'MIT',
    task: tasks.resistorBands,
    layout: { palette: 'butter', regions: [0, 1] },
    goal: '저항 색띠 색 분류',
    dataset: '합성 RGB 1,200개, 조명 밝기·색온도 변화 포함',
    metric: '검증 정확도 94.2%',
    daysAgo: 17,
  },
  {
    slug: 'wrist-gesture-model',
    owner: 'chimsan_textile',
    subcategory: '웨어러블',
    language: 'ko',
    title: { ko: '손목 동작 인식 모델', en: 'Wrist Gesture Model', ja: '手首ジェスチャー認識モデル' },
    description: {
      ko: '가속도 센서의 여섯 가지 통계로 가만히, 톡, 흔들기, 왼쪽·오른쪽 돌리기를 알아봅니다. 빛나는 옷의 스위치로 쓰려고 만들었어요.\n\n50Hz로 0.8초를 모아 특징을 계산하면 됩니다. XIAO에서 돌리는 예제 순서를 카드에 적었습니다.',
      en: 'Recognises still, tap, shake and turns from six accelerometer statistics. Made as a switch for clothes that light up.',
      ja: '加速度センサーの六つの統計量から五つの動作を見分けます。光る服のスイッチとして作りました。',
    },
    tags: ['제스처', '웨어러블', '가속도', 'TinyML'],
    license: 'Apache-2.0',
    task: tasks.gestures,
    layout: { palette: 'lilac', regions: [5, 3], swap: true },
    goal: '손목 동작 다섯 가지 분류',
    dataset: '합성 가속도 특징 900개',
    metric: '검증 정확도 97.2%',
    daysAgo: 25,
  },
  {
    slug: 'print-time-regressor',
    owner: 'bupyeong_print',
    subcategory: '3D 프린팅',
    language: 'ko',
    title: { ko: '출력 시간 예측 모델', en: 'Print Time Regressor' },
    description: {
      ko: '부피, 높이, 레이어 두께, 인필, 속도만으로 출력 시간을 어림하는 모델입니다. 파일을 슬라이스하기 전에 손님께 대략의 시간을 알려 드릴 때 써요.\n\n평균 오차는 7.6분입니다. 서포트가 많은 모형은 20% 정도 더 잡으세요.',
      en: 'Guesses print time from volume, height, layer, infill and speed before slicing. Mean error 7.6 minutes; add a fifth when there are many supports.',
    },
    tags: ['3D프린팅', '회귀', '견적', '예측'],
    license: 'CC0-1.0',
    task: tasks.printTime,
    layout: { palette: 'sky' },
    goal: '슬라이스 전 출력 시간 예측(분)',
    dataset: '합성 출력 작업 900건',
    metric: '평균 절대 오차 7.63분',
    daysAgo: 19,
  },
  {
    slug: 'filament-spectrum-id',
    owner: 'sato_denshi',
    subcategory: 'センサー',
    language: 'ja',
    title: {
      ja: '近赤外フィラメント判別モデル',
      ko: '근적외선 필라멘트 판별 모델',
      en: 'Filament Identification by NIR',
    },
    description: {
      ja: '六波長の近赤外反射からPLA・PETG・ABS・TPU・PAを判別します。名前のわからない切れ端を仕分けるために作りました。\n\nゲインの違いに強いよう、明るさを変えた合成スペクトルで学習しています。黒いフィラメントは苦手です。',
      ko: '여섯 파장의 근적외선 반사로 PLA, PETG, ABS, TPU, PA를 구분합니다. 이름 모를 자투리를 나누려고 만들었어요. 검은 필라멘트는 약합니다.',
      en: 'Tells PLA, PETG, ABS, TPU and PA apart from reflectance at six near-infrared wavelengths. Black filament is its weak spot.',
    },
    tags: ['フィラメント', '近赤外', '分類', '필라멘트'],
    license: 'CC-BY-4.0',
    task: tasks.filamentSensor,
    layout: { palette: 'mint' },
    goal: 'フィラメント五種の判別',
    dataset: '合成近赤外スペクトル900件',
    metric: '検証精度 95.6%',
    daysAgo: 38,
  },
  {
    slug: 'bearing-fault-check',
    owner: 'juan_motor',
    subcategory: '예지보전',
    language: 'ko',
    title: { ko: '베어링 이상 진단 모델', en: 'Bearing Fault Check', ja: 'ベアリング異常診断モデル' },
    description: {
      ko: '진동의 실효값, 첨도, 파고율과 결함 주파수 대역 에너지로 정상, 외륜, 내륜, 불평형을 나눕니다. 감속기 소음 상담에서 먼저 돌려 보는 모델이에요.\n\n결함 주파수는 베어링 치수와 회전수로 계산해야 합니다. 계산식은 카드에 있습니다.',
      en: 'Sorts vibration into healthy, outer race, inner race and unbalance from RMS, kurtosis, crest factor and band energies. The first thing we run on a noisy gearbox.',
      ja: '振動の特徴量から正常・外輪・内輪・アンバランスを診断します。',
    },
    tags: ['베어링', '진동', '예지보전', '기어', '모터'],
    license: 'Apache-2.0',
    task: tasks.bearing,
    layout: { palette: 'steel', regions: [3, 4] },
    goal: '베어링 상태 네 가지 진단',
    dataset: '합성 진동 특징 900개',
    metric: '검증 정확도 95.6%',
    daysAgo: 9,
  },
  {
    slug: 'watering-hours-model',
    owner: 'jochiwon_farm',
    subcategory: '스마트팜',
    language: 'ko',
    title: { ko: '화분 다음 물주기 예측 모델', en: 'Next Watering Predictor', ja: '次の水やり予測モデル' },
    description: {
      ko: '흙 수분, 온도, 습도, 빛, 화분 크기로 다음 물주기까지 몇 시간 남았는지 알려 줍니다. 화분 물주기 모니터 보드와 함께 쓰려고 만들었어요.\n\n평균 오차는 3시간 남짓입니다. 식물마다 달라서 일주일 기록으로 기준을 맞춰 주세요.',
      en: 'How many hours until the planter needs water, from moisture, temperature, humidity, light and pot size. Made for the watering monitor board.',
      ja: '土の水分、温度、湿度、光、鉢の大きさから次の水やりまでの時間を予測します。',
    },
    tags: ['화분', '스마트팜', '예측', '회귀'],
    license: 'MIT',
    task: tasks.watering,
    layout: { palette: 'sage', swap: true },
    goal: '다음 물주기까지 남은 시간 예측',
    dataset: '증발 모형으로 만든 합성 기록 900건',
    metric: '평균 절대 오차 3.25시간',
    daysAgo: 14,
  },
  {
    slug: 'drone-flight-time',
    owner: 'nora_ml',
    subcategory: 'Drones',
    language: 'en',
    title: {
      en: 'Drone Flight Time Estimator',
      ko: '드론 비행 시간 예측 모델',
      ja: 'ドローン飛行時間の予測モデル',
    },
    description: {
      en: "Six numbers you know before take-off (weight, capacity, cells, prop size, wind, average throttle) and the minutes you will get. 193 parameters, so it fits in the flight controller's spare flash.\n\nTrained on a momentum-theory simulation with 4 percent noise; expect to shift it once with your own logs.",
      ko: '무게, 배터리, 프로펠러, 바람, 스로틀로 비행 시간을 예측합니다. 파라미터 193개라 비행 제어 보드의 남는 공간에도 들어가요.',
      ja: '離陸前にわかる六つの値から飛行時間を予測します。パラメーター193個でフライトコントローラーにも収まります。',
    },
    tags: ['drone', '드론', 'regression', 'battery', 'TinyML'],
    license: 'Apache-2.0',
    task: tasks.flightTime,
    layout: { palette: 'sky', swap: true },
    goal: 'Predict flight time in minutes',
    dataset: '900 synthetic flights from a momentum-theory model',
    metric: 'mean absolute error 0.37 min',
    daysAgo: 8,
  },
  {
    slug: 'line-steering-policy',
    owner: 'yuseong_robot',
    subcategory: '로봇',
    language: 'ko',
    title: { ko: '라인트레이서 조향 모델', en: 'Line Robot Steering Policy' },
    description: {
      ko: '적외선 센서 다섯 개를 보고 -1에서 1 사이의 조향값을 내는 가장 작은 정책 모델입니다. PD 제어 다음 수업에서 "배운 로봇"과 "계산하는 로봇"을 비교해요.\n\n파라미터가 85개라 아두이노 나노에 배열로 붙여 넣을 수 있습니다.',
      en: 'Five infrared readings in, one steering value out, 85 parameters. For the lesson where a taught robot races a computed one.',
    },
    tags: ['로봇', '라인트레이서', '아두이노', '교육'],
    license: 'CC0-1.0',
    task: tasks.lineSteering,
    layout: { palette: 'clay' },
    goal: '라인 위치에서 조향값 계산',
    dataset: '합성 센서 값 900개',
    metric: '평균 절대 오차 0.05',
    daysAgo: 30,
  },
  {
    slug: 'meter-digit-reader',
    owner: 'samsan_elec',
    subcategory: '스마트홈',
    language: 'ko',
    title: { ko: '계량기 숫자 읽기 모델', en: 'Seven-segment Meter Reader', ja: '七セグ数字読み取りモデル' },
    description: {
      ko: '가스·전기 계량기의 7세그먼트 밝기 일곱 개를 숫자로 바꿉니다. 빛 번짐과 흐린 획을 섞어 배워서 오래된 표시창도 읽어요.\n\n카메라로 획의 위치 일곱 군데 밝기만 재면 됩니다. 두 번 읽어 같을 때만 기록하세요.',
      en: 'Reads a seven-segment digit from seven brightness samples, glare and faint strokes included. Record only when two readings agree.',
      ja: '七か所の明るさから七セグの数字を読み取ります。にじみや薄い表示にも対応。',
    },
    tags: ['계량기', '숫자인식', '스마트홈', '분류'],
    license: 'MIT',
    task: tasks.meterDigits,
    layout: { palette: 'mint' },
    goal: '7세그먼트 숫자 0~9 분류',
    dataset: '합성 세그먼트 밝기 1,000개',
    metric: '검증 정확도 94.5%',
    daysAgo: 45,
  },
  {
    slug: 'wood-tap-tone',
    owner: 'nora_ml',
    subcategory: 'Woodworking',
    language: 'en',
    title: {
      en: 'Wood Species by Tap Tone',
      ko: '두드린 소리로 나무 알아맞히기',
      ja: 'たたいた音で木を当てるモデル',
    },
    description: {
      en: 'Knock on a board, measure the peak, the decay and the brightness, and the model guesses walnut, oak, pine, birch ply or MDF. A party trick that turns out to be useful at the offcut bin.\n\nFixed board size assumed (300 by 100 by 18 mm); the card explains how to correct for others.',
      ko: '판을 두드린 소리의 높이, 잔향, 밝기로 월넛, 오크, 소나무, 자작합판, MDF를 맞힙니다. 자투리 통에서 뜻밖에 쓸모가 있어요.',
      ja: '板をたたいた音の高さ、余韻、明るさから木の種類を当てます。端材入れで意外と役に立ちます。',
    },
    tags: ['audio', 'wood', '목공', 'classification'],
    license: 'CC-BY-SA-4.0',
    task: tasks.tapTone,
    layout: { palette: 'sand', regions: [0, 1], swap: true },
    goal: 'Classify five board materials by sound',
    dataset: '900 synthetic tap recordings as features',
    metric: 'validation accuracy 94.4%',
    daysAgo: 57,
  },
];

const cardText = (text: ModelText): string => {
  const { task, title, language } = text;
  const model = train(task);
  const rows = task.features.map(
    (name, k) => `| ${name} | ${(model.mean[k] ?? 0).toFixed(2)} | ${(model.deviation[k] ?? 0).toFixed(2)} |`,
  );
  const words = textIn(
    {
      ko: [
        '무엇을 하나요',
        '입력',
        '특징',
        '평균',
        '표준편차',
        '출력',
        '데이터',
        '성능',
        '쓰는 법',
        '한계',
        '합성 데이터로 배운 모델입니다. 실제 기기에서 모은 값으로 다시 확인하고 쓰세요.',
      ],
      en: [
        'What it does',
        'Inputs',
        'feature',
        'mean',
        'std',
        'Output',
        'Data',
        'Result',
        'How to use it',
        'Limits',
        'Trained on synthetic data. Check it against readings of your own before you rely on it.',
      ],
      ja: [
        '何をするか',
        '入力',
        '特徴',
        '平均',
        '標準偏差',
        '出力',
        'データ',
        '性能',
        '使い方',
        '限界',
        '合成データで学習したモデルです。実機の値で確かめてから使ってください。',
      ],
    },
    language,
  );
  return `# ${title[language] ?? task.slug}

## ${words[0]}

${text.goal}

## ${words[1]}

| ${words[2]} | ${words[3]} | ${words[4]} |
| --- | ---: | ---: |
${rows.join('\n')}

## ${words[5]}

${task.classes ? task.classes.join(', ') : `${task.output?.name ?? ''} (${task.output?.unit ?? ''})`}

## ${words[6]}

${text.dataset}

## ${words[7]}

${text.metric} (MLP ${task.features.length}-${task.hidden}-${model.b2.length}, ${model.parameters} parameters)

## ${words[8]}

\`\`\`
python ${task.slug}-predict.py ${model.mean.map((value) => value.toFixed(2)).join(' ')}
\`\`\`

## ${words[9]}

${words[10]}
`;
};

/** "검증 정확도 93.9%": the last word is the value. */
function metricOf(written: string): { name: string; value: string } {
  const at = written.lastIndexOf(' ');
  return { name: written.slice(0, at), value: written.slice(at + 1) };
}

export const aiResources: DemoResource[] = texts.map((text) => {
  const { task, layout, goal, dataset, metric, card, ...rest } = text;
  const parameters =
    task.hidden * (task.features.length + 1) + (task.classes?.length ?? 1) * (task.hidden + 1);
  const title = rest.title;
  return {
    ...rest,
    category: 'ai_model',
    modelType: 'MLP',
    files: [
      {
        name: `${task.slug}.safetensors`,
        mediaType: 'application/octet-stream',
        make: async () => safetensors(train(task)),
      },
      textFile(`${task.slug}-model-card.md`, () => cardText(text)),
      textFile(`${task.slug}-predict.py`, () => inferenceScript(task)),
    ],
    pictures: [
      drawn(
        {
          ko: `${title.ko} 성능 그림`,
          en: `${title.en ?? task.slug}, its results`,
          ...(title.ja ? { ja: `${title.ja}の成績` } : {}),
        },
        () => modelPicture(task, layout),
      ),
    ],
    aiModel: {
      framework: 'safetensors',
      task: goal,
      parameters,
      dataset,
      metrics: [metricOf(metric)],
      usage: `python ${task.slug}-predict.py ${task.features.map(() => '0').join(' ')}`,
      ...card,
    },
    usageInstructions: `python ${task.slug}-predict.py ${task.features.map((name) => `<${name}>`).join(' ')}`,
  };
});

/** For the test that compares the stated results. */
export const writtenMetrics: { task: Task; metric: string }[] = texts.map(({ task, metric }) => ({
  task,
  metric,
}));
