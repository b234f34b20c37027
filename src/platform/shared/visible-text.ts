/** Tells whether a text has visible characters; a zero-width space, for example, has none. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text);
}

/**
 * Normalises a name or a title: NFC, one line, without characters that nobody sees or that turn the text next to it
 * around, so that two names that look alike are alike. Empty if there is nothing to see.
 */
export function plainName(text: string): string {
  const seen = withoutUnseen(text.toWellFormed().normalize('NFC'))
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return isVisible(seen) ? seen : '';
}

/** Flags of regions, whole; joiners and selectors, which are seen between the right neighbours; and runs of what never is. */
const candidates =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  /\u{1F3F4}[\u{E0030}-\u{E007A}]{1,6}\u{E007F}|[\p{Variation_Selector}\p{Join_Control}]|(?:(?![\p{Variation_Selector}\p{Join_Control}])[\p{Default_Ignorable_Code_Point}\0-\x08\x0E-\x1F\x7F-\x9F\u2800\uFFF9-\uFFFB])+/gu;
const selector = /^\p{Variation_Selector}$/u;
const joiner = /^\p{Join_Control}$/u;
/** Letters of scripts that are spelled with joiners. */
const joinable =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

function withoutUnseen(text: string): string {
  return text.replaceAll(candidates, (found, at: number) => {
    if (found.startsWith('\u{1F3F4}')) return found;
    const isJoiner = joiner.test(found);
    if (!isJoiner && !selector.test(found)) return '';
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + found.length, at + found.length + 2);
    return (isJoiner ? joins(found, before, after) : selects(before)) ? found : '';
  });
}

/** Returns whether a variation selector follows something that has variants. */
function selects(before: string): boolean {
  return /(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(before);
}

/** Returns whether a joiner stands in a word that is spelled with it, or in an emoji. */
function joins(found: string, before: string, after: string): boolean {
  if (joinable.test(before.slice(-1)) && joinable.test(after.slice(0, 1))) return true;
  const isInEmoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u.test(before);
  return found === '\u200D' && isInEmoji && /^\p{Extended_Pictographic}/u.test(after);
}
