/*
 * Where an address typed into a Korean or Japanese sentence ends. Both languages continue without a space, and all of
 * their letters are valid in hosts and paths: `https://example.com을` would lead to a domain of a stranger.
 */

const onlyLetters = /^[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]+$/u;
const anyLetter = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u;
/** Beginning of a label that is a top-level domain, or the last number of an IP address, with letters after it. */
const plainBeginning =
  /^(?:xn--[a-z\d-]+|[a-z]{2,}|\d{1,3})(?=[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー])/iu;

/** Spaces and punctuation of East Asian text. Addresses have them percent-encoded. */
const stop = /(?!\p{ASCII})\p{P}|[\s\u3000\uFF04\uFF0B\uFF1C-\uFF1E\uFF3E\uFF40\uFF5C\uFF5E\uFFE0-\uFFEE]/u;

/** Top-level domains in Hangul, kana and Han characters, of IANA's root zone. */
const domains = new Set(
  (
    '한국 닷컴 닷넷 삼성 みんな クラウド グーグル コム ストア セール ファッション ポイント アマゾン 中国 中國 香港 台湾 台灣 ' +
    '新加坡 澳門 在线 中文网 公司 网络 网址 公益 机构 组织机构 政府 政务 商城 商店 商标 集团 我爱你 移动 联通 信息 娱乐 游戏 企业 广东 ' +
    '佛山 慈善 手机 时尚 网店 网站 招聘 食品 餐厅 珠宝 购物 通販 大拿 大众汽车 微博 新闻 点看 电讯盈科 健康 八卦 嘉里 嘉里大酒店 天主教 ' +
    '家電 書籍 淡马锡 谷歌 亚马逊 世界'
  ).split(' '),
);
const longestDomain = 6;

/** Particles that hardly any noun ends in, alone and with a second one. */
const particles =
  '으로부터 에서부터 으로써 으로서 에게서 이라고 이라는 이라도 에서 에게 한테 부터 까지 처럼 보다 마다 조차 마저 밖에 이나 이랑 ' +
  '하고 라고 라는 라도 으로 이란 께서 을 를 은 는 에 와 과';
const secondParticles = ['', '는', '은', '도', '만', '의', '요'];
const copulas =
  '입니다 입니까 이에요 예요 이었습니다 였습니다 이었어요 였어요 이며 이고 이지만 인데 인데요 인가요 이라서 라서';
const koreanEndings = new Set([
  ...particles.split(' ').flatMap((each) => secondParticles.map((second) => each + second)),
  ...copulas.split(' '),
]);
/** Particles that nouns end in as often (고양이, 온도), so that only those on no Hangul are cut. */
const doubtful = new Set('이가의도만로랑나란야요');
const japaneseEndings = new Set(
  'を から まで より では には とは へは でも にも からは までに です ですか ですね でした だ だった は が に で と の へ も や か'.split(
    ' ',
  ),
);
const longestEnding = 5;

/** Returns where the address ends that begins at `start`, with the two slashes; `start` if it is none. */
export function webLinkEnd(text: string, start: number): number {
  const written = text.slice(start);
  const stopped = written.search(stop);
  const address = stopped === -1 ? written : written.slice(0, stopped);
  const host = /^\/\/([\p{L}\p{M}\p{N}\p{S}._-]*)/u.exec(address)?.[1] ?? '';
  const kept = hostOf(host);
  if (kept === '') return start;
  const hostEnd = start + 2 + kept.length;
  const rest = address.slice(2 + kept.length);
  if (kept.length < host.length) return hostEnd;
  const port = /^:\d+/.exec(rest)?.[0] ?? '';
  const path = rest.slice(port.length);
  return hostEnd + port.length + (/^[/?#]/.test(path) ? pathLength(path) : 0);
}

/** Returns the host without what is written after it: its last label is a top-level domain. */
function hostOf(host: string): string {
  const labels = host.split('.');
  while (labels.length > 0) {
    const last = labels.pop()!;
    if (!anyLetter.test(last)) return [...labels, last].join('.');
    const top = onlyLetters.test(last) ? domainIn(last) : plainBeginning.exec(last)?.[0];
    if (top !== undefined && (labels.length > 0 || !onlyLetters.test(last)))
      return [...labels, top].join('.');
  }
  return '';
}

/** Returns the top-level domain in a label, which nothing but an ending may follow. */
function domainIn(label: string): string | undefined {
  for (let length = Math.min(longestDomain, label.length); length > 1; length--) {
    const domain = label.slice(0, length);
    const after = label.slice(length);
    if (domains.has(domain) && (after === '' || isEnding(after))) return domain;
  }
  return undefined;
}

const isEnding = (text: string) => koreanEndings.has(text) || doubtful.has(text) || japaneseEndings.has(text);

/** Returns the length of a path, a query or a fragment without the particle or the ending after it. */
function pathLength(path: string): number {
  // を marks the object of a sentence and appears in no address.
  const object = path.indexOf('を');
  const address = withoutMarks(object === -1 ? path : path.slice(0, object));
  let begin = address.length;
  while (begin > 0 && onlyLetters.test(address.charAt(begin - 1))) begin--;
  const noun = nounOf(address.slice(begin));
  if (object === -1 && noun.length === address.length - begin) return path.length;
  return withoutMarks(address.slice(0, begin) + noun).length;
}

/** Returns the last word of a path without particles. */
function nounOf(run: string): string {
  // No word begins with hiragana right after Latin letters; a sentence goes on there.
  if (/^\p{Script=Hiragana}/u.test(run) || isEnding(run)) return '';
  for (let length = Math.min(longestEnding, run.length - 1); length > 0; length--) {
    const noun = run.slice(0, -length);
    const ending = run.slice(-length);
    if (koreanEndings.has(ending) && follows(noun, ending)) return noun;
    if (japaneseEndings.has(ending) && !/\p{Script=Hiragana}$/u.test(noun)) return noun;
  }
  return run;
}

/** Tells whether a Korean particle can follow a noun, which tells 값을 from 마을. */
function follows(noun: string, particle: string): boolean {
  // Syllables stand in the order of their final consonants, of which the first of 28 is none.
  const last = noun.charCodeAt(noun.length - 1) - 0xac00;
  const isClosed = last >= 0 && last < 11_172 && last % 28 > 0;
  if (/^[을은과]/.test(particle) && !isClosed) return false;
  if (/^[를는와]/.test(particle) && isClosed) return false;
  return noun.length > 1 || /^[을를]$/.test(particle);
}

/** Removes marks of the sentence at the end of an address. */
function withoutMarks(address: string): string {
  let end = address.length;
  while (end > 0 && `.,;:!*~_)]}"'`.includes(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}
