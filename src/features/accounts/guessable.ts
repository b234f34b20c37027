import { trimEndOf } from '#platform/shared/trimming.ts';
/**
 * Common parts of leaked passwords, in lower case: English, Korean typed on an English keyboard, romanised
 * Korean and Japanese, keyboard walks. A password of such words with digits and signs around them is
 * guessable (NIST SP 800-63B-4, 3.1.1.2).
 */
const commonWords = new Set(
  `password passwd passwort passw0rd pass parola senha motdepasse contrasena heslo letmein welcome login access secret
  admin administrator root master guest user default changeme changeit temp test testing tester sample example demo
  qwerty qwertyuiop qwertyui qwertz azerty asdf asdfgh asdfghjk asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc qweasd
  qweasdzxc qwer asdfqwer zaq xsw wsxedc edcrfv poiuytrewq lkjhgfdsa mnbvcxz qwaszx abcd abcdef abcdefg abcdefgh
  abcdefghi abc aaa iloveyou iloveu ilove loveyou loveme love lovely lover lovers sweetheart sweetie darling honey babygirl
  baby babydoll princess queen prince king kingdom angel angels heaven forever together friends friend bestfriend
  family mother father sister brother daughter jesus jesuschrist christ godisgood blessed faith hope grace
  sunshine rainbow butterfly flower flowers rose lily daisy jasmine violet cherry strawberry banana apple orange lemon
  chocolate cookie candy sugar cheese pepper ginger cinnamon coffee chicken pizza monkey dragon tiger lion panther
  eagle falcon phoenix wolf bear dolphin horse pony puppy kitty kitten cat dog snoopy mickey minnie pokemon pikachu
  doraemon hellokitty charmander naruto sasuke onepiece bleach superman batman spiderman ironman captain avengers hulk
  starwars startrek matrix gandalf frodo harrypotter potter hogwarts dumbledore zelda mario luigi sonic minecraft roblox
  fortnite league leagueoflegends lineage maplestory starcraft warcraft diablo counter strike gamer player winner champion
  football soccer baseball basketball hockey golf tennis volleyball liverpool chelsea arsenal barcelona realmadrid juventus
  manchester united ronaldo messi jordan kobe lakers yankees cowboys steelers packers eagles redsox ferrari porsche
  mercedes mustang corvette camaro harley yamaha kawasaki honda toyota hyundai summer winter spring autumn january
  february march april june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday michael jennifer jessica ashley nicole daniel anthony joshua andrew matthew christopher robert
  richard thomas charles william james joseph samantha amanda michelle melissa elizabeth victoria natalie vanessa
  alexander nicholas benjamin samuel hunter killer shadow ghost ninja samurai pirate hacker trustno computer internet
  server network windows microsoft google facebook twitter instagram youtube amazon apple samsung android iphone
  cisco oracle linux ubuntu mysql database whatever nothing freedom liberty america england london paris berlin tokyo
  seoul korea japan china dragonball slipknot metallica nirvana eminem beatles bigbang bts blink exo twice blackpink
  fuckyou fuck fucker asshole bitch sexy sex porn money dollar million lucky success happy smile music guitar piano
  dance dancer star stars moon galaxy earth ocean water fire storm thunder lightning diamond gold golden silver crystal
  blue green purple pink black white yellow red big little hello hi goodbye thankyou please open sesame opensesame
  correcthorsebatterystaple loveyouforever qlalfqjsgh qlqjs dkssud dkssudgktpdy tkfkdgo tkfkd tkfkdgody wkdrn wlsWk
  rkskek akqjqtk ehddlf dlatl gkrry gksrnr eogksalsrnr tjdnf qntks anfkr vkdlfjt chlrh chlrhek ghkdlxld dkdlel
  dkdldb qkqh qkqhdi ajfowkd rhddbtmxm bimilbeonho saranghae saranghaeyo annyeong annyeonghaseyo oppa unni noona
  daehanminguk gongbang maker makers sakura hanako tarou taro nihon nippon aishiteru daisuki arigato konnichiwa himitsu
  anpan doraemon pasuwado kaerimasu takahashi tanaka suzuki yamada sato watanabe kim lee park choi jung kang cho`
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
);

const longestWord = Math.max(...[...commonWords].map((word) => word.length));

/** Signs and digits that often replace letters. */
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Rows of keyboards, the alphabet and the digits, for walks in either direction. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
];
const walks = rows.flatMap((row) => [row, [...row].toReversed().join('')]);

/**
 * Returns true for a repeated group of one to four characters, with up to three other characters at the end.
 */
function isRepeated(characters: readonly string[]): boolean {
  return [1, 2, 3, 4].some((size) => {
    let at = size;
    while (at < characters.length && characters[at] === characters[at - size]) at += 1;
    return at >= 2 * size && characters.length - (at - (at % size)) <= 3;
  });
}

/** Returns true for runs of three or more along a row of keys, or for repetitions. */
function isPattern(text: string): boolean {
  if (isRepeated([...text])) return true;
  let rest = text;
  while (rest.length >= 3) {
    let length = 0;
    for (const walk of walks) {
      for (let size = rest.length; size >= 3 && size > length; size -= 1) {
        if (walk.includes(rest.slice(0, size))) length = size;
      }
    }
    if (length === 0) return false;
    rest = rest.slice(length);
  }
  return rest.length < 3 && text.length >= 3;
}

/** Returns the number of letters left after removing listed words, longest first. */
function lettersLeft(text: string, words: ReadonlySet<string>): number {
  let rest = 0;
  let at = 0;
  while (at < text.length) {
    let taken = 0;
    for (let size = Math.min(longestWord, text.length - at); size >= 3; size -= 1) {
      if (words.has(text.slice(at, at + size))) {
        taken = size;
        break;
      }
    }
    if (taken === 0) rest += 1;
    at += Math.max(taken, 1);
  }
  return rest;
}

/**
 * Returns true for a password that is guessed early: a common word with ornaments, a pattern, a date, or
 * little more than the person's own name or address. Long sentences are never refused for their words.
 */
export function isGuessable(password: string, own: readonly string[]): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  if (/^[\d\s./-]+$/.test(lower)) return lower.replaceAll(/\D/g, '').length < 12 || isPattern(lower);
  if (isPattern(lower)) return true;
  const ownWords = own
    .flatMap((text) => [text, ...text.split(/[\s@._-]+/)])
    .map((text) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[\s.@_-]/g, ''),
    )
    .filter((text) => text.length >= 2);
  let foreign = lower.replaceAll(/[\s.@_-]/g, '');
  for (const word of ownWords.toSorted((a, b) => b.length - a.length)) foreign = foreign.replaceAll(word, '');
  const isOwn = foreign.length < lower.replaceAll(/[\s.@_-]/g, '').length;
  if (isOwn && foreign.replaceAll(/[\d\W_]/gu, '').length < 4 && !/\p{L}{3}/u.test(foreign)) return true;

  // A sentence of four or more words is long enough, common or not.
  if (lower.trim().split(/\s+/).length >= 4) return false;
  const readAs = (text: string) => [...text].map((sign) => lookalikes[sign] ?? sign).join('');
  const bare = trimEndOf(lower.replace(/^[^\p{L}@$]+/u, ''), /[^\p{L}]/u);
  const cores = [lower, readAs(lower), readAs(bare)].map((text) => text.replaceAll(/[^\p{L}]/gu, ''));
  return cores.some((core) => core.length > 0 && core.length <= 20 && lettersLeft(core, commonWords) <= 1);
}
