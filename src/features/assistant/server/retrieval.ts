import type { Locale } from '#i18n/languages.ts';
import { stems } from '#platform/shared/korean-words.ts';
import { foldText } from '#platform/shared/search-text.ts';
import { beginningOf, codeUnits } from '#platform/shared/graphemes.ts';
import { concepts } from '../lexicon.ts';

/* Retrieval and ranking of passages. The terms of a text are words without endings, bigrams of Hangul,
   kana and kanji, and concepts of the lexicon. Everything is pure. */

/** Stop words of questions. */
const idle = new Set(
  (
    'a an the of to in on at by for from with without and or but if then than as is are was were be been being am do does did done ' +
    'have has had having can could should would will shall may might must i me my you your we our us it its this that these those there ' +
    'here what when where who whom whose why how so not no yes any some all each every other another just only about into over under up down out off ' +
    'get got go need needs want wants use used using make makes made take takes put puts give gives tell know please okay ok also more most ' +
    'much many one ones thing things way ways kind sort mean means say says let lets which work works happen happens come comes required possible directly exactly actually please both during while before after when properly right correctly'
  ).split(' '),
);
const idleKorean = new Set(
  (
    '무엇 뭐 뭘 뭔 뭐가 무슨 어떤 어떻게 어느 어디 어디에 어디서 언제 누가 누구 왜 얼마 몇 이거 그거 저거 이것 그것 이게 그게 여기 거기 이 그 저 것 거 게 걸 수 좀 더 잘 안 못 다 또 및 등 때 ' +
    '하나요 하면 하죠 하지 해야 해요 하는 하고 합니다 하나 할까 할까요 해도 하려면 돼요 되나요 되죠 되는 됩니다 됐 되면 돼 있나요 있어요 있는 있을까 있습니까 있 없 없나요 인가요 인지 이에요 예요 인가 일까요 ' +
    '나요 가요 건가요 싶어요 싶은데 알려줘 알려주세요 알려 궁금해요 궁금 써요 쓰나요 쓰면 씁니까 쓰 사용 사용하나요 필요 필요한 필요해요 필요한가요 좋아요 좋을까요 좋나요 괜찮아요 괜찮나요 맞나요 대해 대한 위해 위한 정도 경우 방법 ' +
    '어떡해요 어떡하죠 어떡해 어떡하나요 어쩌죠 요령 꼭 바로 혹은 되어야 됩니까 점 점은 점이 이유 이유가 때는 때에는 때마다 짜리 쪽이에요 뭐예요 뭔가요 무엇인가요 같이 함께 제대로 정상 정상인가요 먼저요 전에 뒤에 후에 동안 써야 쓴 쓸 쓰는 쓰고 써도 하려고 것은 주세요 줘요 줄래 봐요 보면 보세요 이렇게 그렇게 그럼 그런데 혹시 제가 저는 나는 우리 지금 다음 그냥 아직 먼저예요'
  ).split(' '),
);
/** Grammatical hiragana, removed from a run before it is analysed. */
const grammar =
  /(?:くださ(?:い|る)|でしょうか|ましょう|ませんか|ません|ました|ますか|ます|ですか|です|でした|だった|である|という|について|どうすれば|どうやって|どのように|どのくらい|どれくらい|どんな|どこ|どれ|どの|どう|いつ|なぜ|だれ|なに|いくつ|いくら|これ|それ|あれ|この|その|あの|ここ|そこ|こと|もの|ため|とき|ところ|ほう|ように|ような|よう|なら|ならば|から|まで|より|だけ|しか|など|ながら|して|した|する|すれ|され|さん|せる|られ|れる|いる|ある|ない|なく|なる|なり|いい|よい|には|では|とは|にも|でも|への|との|にて|ので|のに|のは|のが|のを|を|は|が|に|の|で|と|も|へ|や|か|ね|よ)/g;

const runs =
  /[가-힣ㄱ-ㅎㅏ-ㅣ]+|[ァ-ヺー]+|[ぁ-ゖ]+|[々一-鿿]+|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+[\p{Script=Latin}\p{Script=Greek}0-9]*|[0-9]+(?:[.,/][0-9]+)*/gu;

/** Unit of a question or text: matched as a whole, by most of its bigrams, or by its concept. */
export type Unit = {
  whole: string;
  /** Original spelling, with its ending. */
  raw: string;
  pairs: string[];
  concepts: string[];
  weight: number;
};

const pairsOf = (word: string): string[] =>
  [...word].length < 2 ? [] : [...word].slice(1).map((last, index) => `${[...word][index]}${last}`);

/** Verbs say less than their objects, because they have many synonyms. */
const ofVerb = 0.35;
const koreanVerb = /(?:요|니다|니까|까|죠|면|려고|야|고|해도|아도|어도|려도|져도|하게|도록)$/;
const isKoreanVerb = (run: string) =>
  [...run].length >= 2 && (koreanVerb.test(run) || /(?:하는|되는|있는|없는)$/.test(run));

/** English words whose forms have no regular ending; `sold` would be taken for `solder`. */
const irregular: Record<string, string> = {
  sold: 'sell',
  solder: 'solder',
  soldered: 'solder',
  soldering: 'solder',
  bought: 'buy',
  held: 'hold',
  bent: 'bend',
  broken: 'break',
  broke: 'break',
  wound: 'wind',
  drawn: 'draw',
  lit: 'light',
};

/** Removes English endings: screws, mounted, mounting, mounts. */
function englishStem(word: string): string {
  const plain = irregular[word];
  if (plain !== undefined) return plain;
  if (word.length <= 3) return word;
  const stem = word
    .replace(/'s$/, '')
    .replace(/(?:ies)$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  if (stem.length <= 4) return stem;
  return stem
    .replace(/(?:ing|ed|ion|er|ly)$/, '')
    .replace(/(.)\1$/, '$1')
    .replace(/e$/, '');
}

/** Removes Korean particles and endings, as far as possible without a dictionary. */
function koreanStem(word: string): string {
  const { sure, likely, doubtful } = stems(word);
  const plain = sure.filter((stem) => [...stem].length >= 1).toSorted((a, b) => b.length - a.length)[0];
  if (plain !== undefined) return plain;
  const polite = word.replace(
    /(?:(?:으시|시)?(?:ㅂ니까|습니까|나요|는가요|은가요|인가요|ㄴ가요|가요|을까요|할까요|까요|하죠|죠|지요|세요|에요|예요|이에요|네요|어요|아요|여요|해요|돼요|입니다|었|았))$/,
    '',
  );
  if (polite !== word && polite.length > 0) return polite;
  return (
    doubtful.find((stem) => [...stem].length >= 2 || lookups.whole.has(stem)) ??
    likely.find((stem) => [...stem].length >= 2) ??
    word
  );
}

const lookups = (() => {
  const whole = new Map<string, string[]>();
  const inside: { text: string; id: string }[] = [];
  for (const { id, phrases } of concepts) {
    for (const { text, isWhole } of phrases) {
      const folded = foldText(text);
      const isPlainWord = /^[a-z]+$/.test(folded);
      if (isWhole || isPlainWord || [...folded].length === 1) {
        const key = isPlainWord ? englishStem(folded) : folded;
        whole.set(key, [...(whole.get(key) ?? []), id]);
      } else inside.push({ text: folded, id });
    }
  }
  return { whole, inside };
})();

const conceptsOfWord = (word: string): string[] => lookups.whole.get(word) ?? [];

/** Returns the units of a text, each once. */
export function unitsOf(text: string): Unit[] {
  const folded = foldText(text)
    .replaceAll('℃', '°c')
    // On its own the letter is an article.
    .replaceAll(/(?<=\d)a(?![\p{L}\d])/gu, ' ampere');
  const units = new Map<string, Unit>();
  const add = (whole: string, pairs: string[], ids: readonly string[], weight: number, raw = whole) => {
    const before = units.get(whole);
    if (before) before.concepts = [...new Set([...before.concepts, ...ids])];
    else units.set(whole, { whole, raw, pairs, concepts: [...new Set(ids)], weight });
  };
  const found = lookups.inside.flatMap(({ text: phrase, id }) => {
    const at = folded.indexOf(phrase);
    return at < 0 ? [] : [{ at, end: at + phrase.length, id, phrase }];
  });
  // 태양 전지 does not mean 전지: the longest concept wins.
  const spans = found.filter(
    ({ at, end }) =>
      !found.some((other) => other.at <= at && other.end >= end && other.end - other.at > end - at),
  );
  const covering = (from: number, to: number) =>
    spans.filter(({ at, end }) => at < to && end > from).map(({ id }) => id);
  for (const match of folded.matchAll(runs)) {
    const [run] = match;
    const from = match.index;
    const ids = covering(from, from + run.length);
    if (/^[가-힣ㄱ-ㅣ]/.test(run)) {
      const stem = koreanStem(run);
      if (idleKorean.has(run) || idleKorean.has(stem)) {
        if (ids.length > 0) add(run, [], ids, 1);
        continue;
      }
      const more = [...conceptsOfWord(run), ...conceptsOfWord(stem)];
      const verb = isKoreanVerb(run) ? [...run].slice(0, 1).flatMap(conceptsOfWord) : [];
      const meant = [...ids, ...more, ...verb];
      const weight = isKoreanVerb(run) ? ofVerb : [...stem].length === 1 && meant.length === 0 ? 0.5 : 1;
      add(stem, pairsOf(stem), meant, weight, run);
    } else if (/^[ァ-ヺ]/.test(run)) {
      const short = run.replace(/ー$/, '');
      add(short, pairsOf(short), [...ids, ...conceptsOfWord(short)], 1);
    } else if (/^[ぁ-ゖ]/.test(run)) {
      const rest = run
        .replaceAll(grammar, ' ')
        .split(' ')
        .filter((piece) => piece.length >= 2);
      // A concept that begins in the kanji before counts there: 測り.
      const own = spans.filter(({ at }) => at >= from && at < from + run.length).map(({ id }) => id);
      if (own.length > 0) add(run, [], own, 1);
      else if (ids.length === 0) for (const piece of rest) add(piece, pairsOf(piece), [], 0.5);
    } else if (/^[々一-鿿]/.test(run)) {
      // A single kanji followed by hiragana is mostly a verb or an adjective.
      const isVerb = [...run].length === 1 && /^[ぁ-ゖ]/.test(folded.slice(from + run.length));
      add(run, pairsOf(run), [...ids, ...[...run].flatMap(conceptsOfWord)], isVerb ? ofVerb : 1);
    } else if (/^[0-9]/.test(run)) {
      add(run, [], ids, 0.8);
    } else {
      if (idle.has(run)) {
        if (ids.length > 0) add(run, [], ids, 1);
        continue;
      }
      const stem = englishStem(run);
      const more = [...conceptsOfWord(stem), ...conceptsOfWord(run)];
      add(stem, [], [...ids, ...more], /\d/.test(run) ? 1.3 : 1);
    }
  }
  // Concepts outside of runs: °c stands for heat.
  for (const { id, phrase } of spans) if (!/[\p{L}]/u.test(phrase[0] ?? '')) add(phrase, [], [id], 0.5);
  return [...units.values()];
}

/** Returns the terms under which a text is stored, and by which a question is looked up. */
export function termsOf(text: string): string[] {
  const terms = new Set<string>();
  for (const { whole, raw, pairs, concepts: ids } of unitsOf(text)) {
    terms.add(whole);
    terms.add(raw);
    for (const pair of pairs) terms.add(pair);
    for (const id of ids) terms.add(id);
  }
  return [...terms];
}

/** Returns the degree to which terms match a unit, from 0 to 1. */
export function meets(unit: Unit, terms: ReadonlySet<string>): number {
  if (terms.has(unit.whole) || terms.has(unit.raw)) return 1;
  if (unit.concepts.some((id) => terms.has(id))) return 0.9;
  if (unit.pairs.length < 2) return 0;
  const share = unit.pairs.filter((pair) => terms.has(pair)).length / unit.pairs.length;
  return share >= 0.6 ? 0.8 * share : 0;
}

export type Passage = {
  id: number;
  kind: 'about' | 'part' | 'step' | 'file' | 'page' | 'comment' | 'answer';
  number: number | null;
  fileId: string | null;
  commentId: string | null;
  messageId: string | null;
  heading: string;
  text: string;
  terms: readonly string[];
};

export type Ranked = { passage: Passage; score: number; coverage: number };

type Language = Locale;

/** Words with digits are names in every language. */
function isForeign(word: string, language: Language): boolean {
  if (/^[a-z]+$/.test(word)) return language !== 'en';
  if (/^[가-힣]+$/.test(word)) return language !== 'ko';
  return language !== 'ja' && /^[ぁ-ヺー々一-鿿]+$/.test(word);
}

/** Weights by kind: a guide's steps first, comments after the author's texts. */
const standing: Record<Passage['kind'], number> = {
  step: 1.15,
  page: 1.05,
  part: 1,
  answer: 1,
  comment: 0.85,
  about: 0.9,
  file: 0.75,
};
/** Files with prose, as opposed to tables and programs. */
const isProse = /\.(?:md|txt|pdf)$/i;

/** Words of a guide's title identify the guide and say little about the question. */
const ofTitle = { weight: 0.3, met: 0.6 };

/**
 * Ranks the passages that say something about a question, best first. `titleOf` returns the title of a
 * passage's guide. `total` is the number of all passages, of which those given are all that share a term with
 * it. `coverage` is the fraction of the question that a passage covers.
 */
export function rank(
  question: readonly Unit[],
  passages: readonly Passage[],
  total: number,
  at: {
    step?: number | undefined;
    titleOf?: (passage: Passage) => string;
    /** Language of the guide, if there is only one. */
    language?: Language | undefined;
  } = {},
): Ranked[] {
  const titles = new Map<string, ReadonlySet<string>>();
  const titleTerms = (passage: Passage): ReadonlySet<string> => {
    const title = at.titleOf?.(passage) ?? '';
    const known = titles.get(title) ?? new Set(termsOf(title));
    titles.set(title, known);
    return known;
  };
  if (question.length === 0) return [];
  const sets = passages.map((passage) => ({
    passage,
    terms: new Set(passage.terms),
    // A part consists of its heading, which must not count twice.
    heading: new Set(passage.kind === 'part' ? [] : termsOf(passage.heading)),
    title: titleTerms(passage),
  }));
  const degrees = question.map((unit) => sets.map(({ terms }) => meets(unit, terms)));
  const weights = question.map((unit, index) => {
    // A term without a match counts as rare as one with a single match: the text may use other words.
    const frequency = Math.max(1, degrees[index]!.filter((degree) => degree >= 0.5).length);
    const isName = sets.length > 0 && sets.every(({ title }) => meets(unit, title) > 0);
    // A word that the lexicon cannot translate into the guide's language is no evidence that the answer is
    // missing.
    const isUntold =
      at.language !== undefined && unit.concepts.length === 0 && isForeign(unit.whole, at.language);
    return (
      unit.weight *
      (isName ? ofTitle.weight : 1) *
      (isUntold ? 0.5 : 1) *
      Math.log(1 + (total + 0.5) / (frequency + 0.5))
    );
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return sets
    .map(({ passage, heading, title }, column) => {
      let met = 0;
      let inHeading = 0;
      question.forEach((unit, row) => {
        const degree = Math.max(degrees[row]![column]!, meets(unit, title) > 0 ? ofTitle.met : 0);
        met += weights[row]! * degree;
        inHeading += weights[row]! * meets(unit, heading);
      });
      // A long passage matches many words by chance.
      const length = 1 / (1 + 0.12 * Math.log2(1 + passage.text.length / 200));
      const here = at.step !== undefined && passage.kind === 'step' && passage.number === at.step ? 1.15 : 1;
      const coverage = met / sum;
      const stands = passage.kind === 'file' && isProse.test(passage.heading) ? 1 : standing[passage.kind];
      const score = (met + 0.35 * inHeading) * length * stands * here;
      return { passage, score, coverage };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.passage.id - b.passage.id);
}

/** Minimum coverage of an answer. */
export const minCoverage = 0.38;

/** Returns the sentences of a text, unchanged. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?。！？])(?:\s+|(?=[^\s\d)\]」』"”'’.]))/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const longestQuote = 300;
const cut = (text: string) =>
  text.length <= longestQuote ? text : `${beginningOf(text, longestQuote - 1, codeUnits).trimEnd()}…`;

/** Returns the best sentences of a passage, in their order. */
export function quotesOf(question: readonly Unit[], passage: Passage, most: number): string[] {
  const heading = passage.heading.trim();
  const told = sentencesOf(passage.text).filter(
    // Titles and table rules say nothing on their own.
    (sentence) =>
      sentence.replace(/^#{1,6}\s*/, '') !== heading && !/^(?:#{1,6}\s.*|[|\s:\-–—]+)$/.test(sentence),
  );
  const all = told.length > 0 ? told : sentencesOf(passage.text);
  if (all.length <= most) return all.map(cut);
  const rated = all.map((sentence, index) => {
    const terms = new Set(termsOf(sentence));
    const met = question.reduce((sum, unit) => sum + unit.weight * meets(unit, terms), 0);
    return { sentence, index, met };
  });
  const best = rated.toSorted((a, b) => b.met - a.met || a.index - b.index).slice(0, most);
  const worthy = best.filter(({ met }) => met > 0);
  return (worthy.length > 0 ? worthy : best.slice(0, 1))
    .toSorted((a, b) => a.index - b.index)
    .map(({ sentence }) => cut(sentence));
}

/** Question about the guide itself and not about its content. */
export type Request =
  | { kind: 'step'; number: number }
  | { kind: 'next' | 'current' | 'parts' | 'tools' | 'steps' };

export function requestOf(question: string): Request | null {
  const text = foldText(question).trim();
  const number =
    /(?:^|[^\d])(\d{1,3}) ?(?:단계|번째 ?단계|番目の(?:手順|ステップ)|番の手順)/.exec(text)?.[1] ??
    /(?:step|단계|手順|ステップ) ?(\d{1,3})(?:\D|$)/.exec(text)?.[1];
  if (number !== undefined && text.length <= 40) return { kind: 'step', number: Number(number) };
  const plain = text.replaceAll(/[\s?？!.。,]+/g, ' ').trim();
  if (
    /^(?:그?럼? ?)?(?:다음|이제|그다음)(?: ?단계)?(?:은|는|엔|에는|에)?(?: ?(?:뭐|무엇|뭘|어떻게).{0,12})?$|^(?:what(?:'s| is| comes)? ?)?(?:the )?next(?: step)?$|^what(?: do i do| should i do)? (?:now|next)$|^次(?:の(?:手順|ステップ))?(?:は|を)?(?:何.{0,8}|教えて.{0,6})?$/.test(
      plain,
    )
  )
    return { kind: 'next' };
  if (
    /^(?:지금|현재|이번)(?: ?단계).{0,14}$|^(?:what is )?(?:the )?(?:current|this) step$|^(?:今|現在)の(?:手順|ステップ).{0,8}$/.test(
      plain,
    )
  )
    return { kind: 'current' };
  if (
    /^(?:(?:필요한|들어가는|전체|모든) )?부품(?: ?(?:목록|리스트|표))?(?:은|이|을|를|에는|엔)? ?(?:뭐|무엇|뭘|모두|다|전부|알려|보여|필요|어떤 (?:게|것|거|걸)).{0,14}$|^(?:필요한 )?부품 ?(?:목록|표|리스트)(?: .{0,10})?$|^(?:what |which |show |list )?(?:me )?(?:all )?(?:the )?parts(?: list)?(?: (?:do i need|are needed|are there|are required))?$|^what do i need to buy$|^(?:必要な)?部品(?:表|リスト|一覧)?(?:は|を)?.{0,8}$/.test(
      plain,
    )
  )
    return { kind: 'parts' };
  if (
    /^(?:필요한|어떤|무슨)? ?(?:도구|공구|준비물)(?:은|는|이|가|을|를|로는)? ?(?:뭐|무엇|뭘|모두|전부|다|알려|필요|있어야|어떤 (?:게|것|거|걸)).{0,14}$|^(?:필요한|어떤|무슨) (?:도구|공구|준비물).{0,10}$|^(?:what |which )(?:tools|equipment)(?: (?:do i need|are needed|are required|should i have))?$|^(?:必要な|どんな)?(?:道具|工具)(?:は|が)?.{0,8}$/.test(
      plain,
    )
  )
    return { kind: 'tools' };
  if (
    /^(?:(?:전체|모든|조립|만드는) ?)+(?:단계|순서|과정).{0,16}$|^(?:어떻게 (?:조립|만들)).{0,10}$|^how (?:do i|to) (?:build|assemble|make)(?: (?:it|this))?$|^(?:list|show)(?: me)?(?: all)?(?: the)? steps$|^(?:組み立て|作り)(?:方|手順)(?:は|を)?.{0,8}$/.test(
      plain,
    )
  )
    return { kind: 'steps' };
  return null;
}
