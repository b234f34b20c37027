import { foldText } from '#platform/shared/search-text.ts';
import { safetyCards, type SafetyCard } from './rules.ts';

/**
 * Patterns of dangers in three languages. False positives are preferred to false negatives: a needless
 * warning costs a glance. The warnings' texts are in the locale files, and no model sees or writes them.
 */
const signs: Record<SafetyCard, RegExp> = {
  mains:
    /상용 ?전원|가정용 ?전(?:원|기)|콘센트|멀티탭|교류|(?:^|[^\d.])(?:1[01]0|12[07]|2[0-4]0) ?(?:v(?:olts?)?|볼트|ボルト)(?:[^a-z]|$)|감전|활선|\bmains\b|\bwall (?:outlet|socket|power)\b|\bline voltage\b|\blive wire\b|\b(?:1[12]0|2[234]0) ?vac\b|\bac (?:power|line|outlet)\b|electric shock|商用電源|家庭用電源|コンセント|交流|感電|ac ?(?:1[012]0|2[0-4]0) ?v/,
  battery:
    /리튬|리포|배터리|건전지|축전지|보조 ?전지|충전지|\blipo\b|\bli-?(?:po|ion)\b|lithium|\bbatter(?:y|ies)\b|\b18650\b|バッテリー|リチウム|リポ|電池/,
  laser: /레이저|\blasers?\b|レーザー?|레이져/,
  pressure:
    /고압|압축 ?공기|컴프레서|콤프레서|가압|공기압|압력 ?용기|가스통|유압|\d ?(?:bar|mpa|psi)\b|high[- ]pressure|compressed (?:air|gas)|compressor|pressuri[sz]ed|pneumatic|hydraulic|gas cylinder|高圧(?!電)|圧縮空気|コンプレッサ|加圧|ガスボンベ|油圧/,
  chemicals:
    /아세톤|염산|황산|질산|과황산|염화 ?제이철|염화철|가성소다|수산화나트륨|에칭액|시너|신너|에폭시|레진|이소프로필|플럭스 ?제거|과산화수소|메탄올|표백제|유기 ?용제|\bacids?\b|acetone|ferric chloride|persulfate|\betchant\b|etching|\bsolvents?\b|\bepoxy\b|\b(?:uv )?resin\b|isopropyl|\bipa\b|\bthinner\b|\blye\b|sodium hydroxide|hydrogen peroxide|\bbleach\b|methanol|アセトン|塩酸|硫酸|硝酸|塩化第二鉄|エッチング|シンナー|溶剤|エポキシ|レジン|過酸化水素|イソプロ|苛性ソーダ|漂白剤/,
  crt: /브라운관|음극선관|\bcrts?\b|cathode ray|picture tube|ブラウン管|陰極線管|フライバック|flyback|플라이백/,
};

/** Phrases that only look dangerous are removed first. */
const harmless = /배터리 ?(?:모양|그림|아이콘)|laser[- ]?(?:jet|printer)|레이저 ?프린터|レーザープリンター?/g;

/** Returns the warnings for a text, in their fixed order. */
export function safetyOf(...texts: readonly string[]): SafetyCard[] {
  const folded = foldText(texts.join('\n')).replaceAll(harmless, ' ');
  return safetyCards.filter((card) => signs[card].test(folded));
}
