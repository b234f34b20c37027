/** Resources as a marketplace has them, the same ones every time: 70% Korean, 18% English, 12% Japanese. */

export type GeneratedResource = {
  seq: number;
  category: string;
  language: 'ko' | 'en' | 'ja';
  title: string;
  description: string;
  tags: string[];
};

export type Vocabulary = { ko: string[]; en: string[]; ja: string[] };

const categories = ['hardware_design', 'software', 'ai_model', '3d_model', 'free_content', 'flash_game'];
const particles = ['을', '를', '이', '가', '은', '는', '의', '에', '로', '와', '과', '도', '', '', '', ''];
/** How little the most frequent words stand out. */
const flatness = 6;
const joins = ['の', 'を', 'に', 'が', 'は', 'と', 'で'];

/** mulberry32: small, fast, and the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Words in order of how often they are used: real ones first, then made-up ones of the same build. */
export function vocabulary(): Vocabulary {
  const random = randomFrom(7);
  const pick = (from: readonly string[]) => from[Math.floor(random() * random() * from.length)]!;
  const fill = (first: string, size: number, make: () => string) => {
    const words = new Set(first.split(' '));
    while (words.size < size) words.add(make());
    return [...words];
  };
  const run = (from: readonly string[], least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => pick(from)).join('');
  const between = (first: number, size: number, step: number) =>
    Array.from({ length: size }, (_, index) => String.fromCharCode(first + index * step));
  const syllables = [
    ...'가나다라마바사아자차기니디리미시지도모부수주고노보소조구두무스트드그르제세개계장전정성상강공동',
  ].concat(between(0xac00, 700, 16));
  const kanji = [...'工作機電子部品設計図製造印刷模型木材金属加工回路基板制御自動'].concat(
    between(0x4e00, 1500, 13),
  );
  const onsets =
    'b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sl sp st str t th tr v w y z'.split(
      ' ',
    );
  const vowels = 'a ai au e ea ee i ia ie io o oa oo ou u y'.split(' ');
  const codas = [
    '',
    '',
    '',
    ...'b ck ct d f g l ld ll m mp n nd ng nt p pt r rd rk rm rn rt s sk ss st t tch x'.split(' '),
  ];
  const kana = between(0x30a2, 80, 1);
  const any = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
  const english = () =>
    Array.from(
      { length: 1 + Math.floor(random() * random() * 3) },
      () => any(onsets) + any(vowels) + any(codas),
    ).join('');
  return {
    ko: fill(
      '설계 제작 도면 모형 부품 회로 기판 센서 출력 조립 프린터 아두이노 무료 공유 드론 로봇 기어 목공',
      30_000,
      () => run(syllables, 2, 4),
    ),
    en: fill('design printer board sensor robot gear model wood case motor 3d ai diy pla', 20_000, english),
    ja: fill('設計 製作 工房 部品 回路 基板 印刷 模型 ロボット センサー プリンター 歯車', 15_000, () =>
      random() < 0.7 ? run(kanji, 2, 3) : run(kana, 3, 6),
    ),
  };
}

/** The resources `first`…`last`, numbered by `seq`; each is the same whichever range it is asked for in. */
export function* generateResources(
  words: Vocabulary,
  first: number,
  last: number,
): Generator<GeneratedResource> {
  for (let seq = first; seq <= last; seq++) {
    const random = randomFrom(seq * 2_654_435_761);
    // Zipf–Mandelbrot: some words in a quarter of all texts, most in a handful.
    const zipf = (from: readonly string[]) =>
      from[Math.floor(flatness * (((from.length + flatness) / flatness) ** random() - 1))] ?? from[0]!;
    const kind = random();
    const language = kind < 0.7 ? 'ko' : kind < 0.88 ? 'en' : 'ja';
    const phrase = (length: number) => {
      let text = '';
      for (let index = 0; index < length; index++) {
        if (language === 'ja') {
          text += zipf(words.ja) + joins[Math.floor(random() * joins.length)]!;
          continue;
        }
        if (text !== '') text += ' ';
        // Korean makers write "3D 프린터" and "ESP32": some English in every language.
        const foreign = language === 'ko' && random() < 0.06;
        text += language === 'en' || foreign ? zipf(words.en) : zipf(words.ko);
        if (language === 'ko' && !foreign) text += particles[Math.floor(random() * particles.length)]!;
      }
      return text;
    };
    const size = language === 'ko' ? 34 : language === 'en' ? 24 : 30;
    yield {
      seq,
      category: categories[Math.floor(random() * random() * categories.length)]!,
      language,
      title: phrase(3 + Math.floor(random() * 4)),
      description: phrase(Math.floor(size * (0.6 + random() * 0.8))),
      tags: Array.from({ length: 1 + Math.floor(random() * 4) }, () => zipf(words[language])),
    };
  }
}
