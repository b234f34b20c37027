/** Documents that staff edit. */
export const legalKinds = ['terms', 'privacy'] as const;
export type LegalKind = (typeof legalKinds)[number];

export const legalLimits = { text: 60_000, changes: 1000, titles: 60 } as const;

/** Days between the publication of a change and its effect, as Korea's Fair Trade Commission's standard terms have them. */
export const noticeDays = { adverse: 30, other: 7 } as const;

const dayMs = 24 * 60 * 60_000;

/** Returns the earliest day on which a change that is published today may take effect. */
export function earliestDay(today: string, isAdverse: boolean): string {
  const days = isAdverse ? noticeDays.adverse : noticeDays.other;
  return new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);
}

export type Article = { title: string; text: string };

/** Returns the articles of a text: each begins with a line `## title`, the paragraphs below are plain. */
export function articlesIn(text: string): Article[] {
  const articles: Article[] = [];
  for (const line of text.replaceAll('\r', '').split('\n')) {
    if (line.startsWith('## ')) articles.push({ title: line.slice(3).trim(), text: '' });
    else {
      const last = articles.at(-1);
      if (last) last.text += `${line}\n`;
    }
  }
  return articles.map((article) => ({ ...article, text: article.text.trim() }));
}

export function textOf(articles: readonly Article[]): string {
  return articles.map(({ title, text }) => `## ${title}\n${text}`).join('\n\n');
}

export type TextProblem = 'no_articles' | 'no_text' | 'markup' | null;

/** Returns what is wrong with a text: it consists of articles with words, and holds no HTML. */
export function textProblem(text: string): TextProblem {
  if (/<[a-z!/?]/i.test(text)) return 'markup';
  const articles = articlesIn(text);
  const before = text.replaceAll('\r', '').trimStart();
  if (articles.length === 0 || !before.startsWith('## ')) return 'no_articles';
  return articles.every(({ title, text: words }) => title !== '' && words !== '') ? null : 'no_text';
}

/** Returns the version that is in force on a day: the newest that has taken effect, or else the first. */
export function inForce<Version extends { version: string }>(
  versions: readonly Version[],
  today: string,
): Version | undefined {
  const sorted = versions.toSorted((a, b) => (a.version < b.version ? -1 : 1));
  return sorted.findLast(({ version }) => version <= today) ?? sorted[0];
}
