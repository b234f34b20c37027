import { textIn, type Locale, type Texts } from '#i18n/languages.ts';

/** Voice command, for people with their hands full. */
export type VoiceCommand = 'next' | 'back' | 'repeat' | 'done';

const words: Texts<Record<VoiceCommand, RegExp>> = {
  ko: {
    done: /다\s*했|다\s*됐|완료|끝났/,
    repeat: /다시|한\s*번\s*더|읽어|뭐라고/,
    back: /이전|뒤로|전\s*단계|앞\s*단계/,
    next: /다음|넘겨|넘어가/,
  },
  en: {
    done: /\bdone\b|\bfinished\b|\bcomplete\b/,
    repeat: /\brepeat\b|\bagain\b|\bread\b/,
    back: /\bback\b|\bprevious\b/,
    next: /\bnext\b|\bcontinue\b/,
  },
  ja: {
    done: /できた|できました|終わっ|終わり|完了/,
    repeat: /もう一度|もういちど|もう1度|繰り返|読んで/,
    back: /戻|前の?手順|前へ|まえ/,
    next: /次|つぎ|進んで/,
  },
};

/**
 * Returns the command in recognised speech; null for none, and for whole sentences, which are conversation.
 */
export function commandIn(heard: string, locale: Locale): VoiceCommand | null {
  const text = heard.normalize('NFKC').trim().toLowerCase();
  if ([...text].length > 24) return null;
  const found = (['done', 'repeat', 'back', 'next'] as const).filter((name) =>
    textIn(words, locale)[name].test(text),
  );
  // "Not back but next": ambiguous speech is ignored, so that people repeat it.
  return found.length === 1 ? (found[0] ?? null) : null;
}
