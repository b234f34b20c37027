import MarkdownIt, { type MarkdownIt as Parser, type StateBlock, type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { createElement, Fragment, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { webLinkEnd } from '../web-links.ts';
import { CodeLines } from './code-view.tsx';
import { Mentioned, type MentionedPerson } from './mentioned.tsx';

/** Parser whose emphasis and links end where Korean and Japanese text continues without a space. */
function eastAsian(parser: Parser): Parser {
  parser.linkify.add('https:', {
    validate(text, position, { re }) {
      const pattern = re.get_http_validator();
      pattern.lastIndex = position;
      return pattern.exec(text.slice(0, webLinkEnd(text, position)))?.[0].length ?? 0;
    },
  });
  return parser.use(cjkFriendly);
}

/**
 * State of a parser of typed text, where `100*50*20mm` is a size: it is no emphasis.
 */
const typedLine = (Line: typeof MarkdownIt.StateInline) =>
  class TypedLine extends Line {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord);
      const around = [this.src[start - 1] ?? '', this.src[start + found.length] ?? ''];
      if (this.src[start] !== '*') return found;
      if (around.every((each) => /[0-9A-Za-z]/.test(each)))
        return { ...found, can_open: false, can_close: false };
      // A single mark inside a word does not open emphasis. Two do, because Japanese has no spaces. Either may
      // close it there, because Korean particles follow without a space.
      const isSize = found.length === 1 && around.every((each) => /[\p{L}\p{N}]/u.test(each));
      return isSize ? { ...found, can_open: false } : found;
    }
  };

const figure = /^(?:\d{3,}|\d+[.)][ \t]+\d+)[.)](?=\s|$)/;

/** The built-in list rule is the first of the enabled block rules. */
const [readList] = new MarkdownIt('zero').enable('list').block.ruler.getRules('');

/** Parser of typed text, where `2024. 5. 1.` is a date: it is no list item. */
function typed(parser: Parser): Parser {
  parser.inline.State = typedLine(parser.inline.State);
  const isFigure = (state: StateBlock, line: number) =>
    figure.test(state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]));
  parser.block.ruler.at(
    'list',
    (state, line, end, silent) => !isFigure(state, line) && readList!(state, line, end, silent),
    { alt: ['paragraph', 'reference', 'blockquote'] },
  );
  // `alt` lets this rule end the list before it as well.
  parser.block.ruler.before(
    'list',
    'figure',
    (state, line, _end, silent) => silent && isFigure(state, line),
    {
      alt: ['list'],
    },
  );
  return parser;
}

/** Raw HTML is kept as text: only our own elements are rendered below. */
const parsers = {
  /** Parser of a Markdown file. */
  document: eastAsian(new MarkdownIt({ html: false, linkify: true })),
  /** Parser of text typed into a form. */
  text: typed(eastAsian(new MarkdownIt({ html: false, linkify: true })).disable(['code', 'lheading'])),
  /** Parser of remarks: inline marks only. */
  remark: typed(
    eastAsian(new MarkdownIt('zero', { html: false, linkify: true })).enable([
      'autolink',
      'backticks',
      'emphasis',
      'escape',
      'link',
      'linkify',
      'newline',
      'strikethrough',
    ]),
  ),
} as const;

type Context = {
  /** Returns the address of a picture, or null if it is not one of the resource's files. */
  pictureAddress(reference: string): string | null;
  /** True if single line breaks are kept. */
  breaks: boolean;
  people: readonly MentionedPerson[];
};

/** Headings of a document are nested below those of the page and the section. */
const headingAbove = 2;

const looks: Record<string, string> = {
  h1: 'text-2xl font-bold',
  h2: 'text-xl font-bold',
  h3: 'text-lg font-bold',
  blockquote: 'grid gap-4 border-l-4 border-line-strong pl-4 text-ink-soft',
  ul: 'grid list-disc gap-1 pl-6',
  ol: 'grid list-decimal gap-1 pl-6',
  table: 'w-full text-sm',
  thead: 'bg-sunken',
  tr: 'border-b border-line',
  th: 'p-2 text-left align-top',
  td: 'p-2 align-top',
};

const plainTags = new Set([
  'p',
  'blockquote',
  'ul',
  'ol',
  'li',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'em',
  'strong',
  's',
]);

/** Renders untrusted Markdown. Pictures come only from the resource's own files. */
export function Markdown(props: {
  text: string;
  kind?: keyof typeof parsers;
  lang?: string | undefined;
  className?: string;
  pictureAddress?: Context['pictureAddress'];
  people?: readonly MentionedPerson[];
}) {
  const { text, kind = 'document', lang, className = 'gap-4', pictureAddress = () => null } = props;
  const { people = [] } = props;
  const tokens = withBoxes(parsers[kind].parse(text, {}));
  return (
    <div className={`grid max-w-prose min-w-0 wrap-anywhere ${className}`} lang={lang}>
      {nodesOf(tokens, { pictureAddress, breaks: kind !== 'document', people })}
    </div>
  );
}

/** Turns the `[ ]` and `[x]` of task lists into checkboxes. */
function withBoxes(tokens: readonly Token[]): readonly Token[] {
  for (const [index, item] of tokens.entries()) {
    const first = item.type === 'list_item_open' ? tokens[index + 2]?.children?.[0] : undefined;
    const [mark, done] = /^\[([ xX])\] /.exec(first?.content ?? '') ?? [];
    if (!first || mark === undefined) continue;
    first.content = `${done === ' ' ? '☐' : '☑'} ${first.content.slice(mark.length)}`;
    item.meta = { isTask: true };
  }
  return tokens;
}

/** Builds React nodes from the flat list of opening and closing tokens. */
function nodesOf(tokens: readonly Token[], context: Context): ReactNode[] {
  const root: ReactNode[] = [];
  const open: { token: Token; children: ReactNode[] }[] = [];
  const add = (node: ReactNode) => {
    const into = open.at(-1)?.children ?? root;
    into.push(<Fragment key={into.length}>{node}</Fragment>);
  };
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed) add(elementOf(closed.token, closed.children));
    } else add(leafOf(token, context));
  }
  return root;
}

function elementOf(token: Token, children: ReactNode[]): ReactNode {
  const { tag, type } = token;
  if (tag === 'li' && token.meta?.['isTask'] === true) return <li className="-ml-6 list-none">{children}</li>;
  // Paragraphs of tight lists have no margin.
  if (token.hidden) return children;
  if (type === 'heading_open') {
    const level = Math.min(6, Number(tag.slice(1)) + headingAbove);
    return createElement(`h${level}`, { className: looks[tag] ?? 'font-bold' }, children);
  }
  if (type === 'link_open') return linkOf(attribute(token, 'href'), children);
  if (tag === 'table') {
    return (
      // Focusable, so that a keyboard can scroll a wide table on a narrow screen.
      <div role="region" aria-label={m['resources.reader.table']()} tabIndex={0} className="overflow-x-auto">
        <table className={looks['table']}>{children}</table>
      </div>
    );
  }
  if (!plainTags.has(tag)) return children;
  const start = tag === 'ol' ? Number(attribute(token, 'start') || 1) : 1;
  return createElement(tag, { className: looks[tag], ...(start !== 1 && { start }) }, children);
}

/** Links need https and get `nofollow`, because the content is untrusted. */
function linkOf(href: string, children: ReactNode[]): ReactNode {
  if (!href.startsWith('https://')) return children;
  return (
    <a
      href={href}
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
      className="text-accent-strong underline"
    >
      {children}
    </a>
  );
}

function leafOf(token: Token, context: Context): ReactNode {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? [], context);
    case 'softbreak':
      return context.breaks ? <br /> : '\n';
    case 'text':
      return <Mentioned text={token.content} people={context.people} />;
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr className="border-line-strong" />;
    case 'code_inline':
      return <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-sm">{token.content}</code>;
    case 'fence':
    case 'code_block':
      return <CodeLines source={token.content.trimEnd()} language={fenceLanguage(token.info)} />;
    case 'image': {
      const address = context.pictureAddress(attribute(token, 'src'));
      // External pictures would tell their server who reads this.
      return address === null ? (
        token.content
      ) : (
        <img src={address} alt={token.content} loading="lazy" className="max-w-full rounded-md" />
      );
    }
    default:
      return token.content;
  }
}

function attribute(token: Token, name: string): string {
  return String(token.attrs?.find(([each]) => each === name)?.[1] ?? '');
}

const fenceNames = new Map([
  ['js', 'javascript'],
  ['ts', 'typescript'],
  ['py', 'python'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['c', 'cpp'],
  ['arduino', 'cpp'],
  ['rs', 'rust'],
  ['yml', 'yaml'],
  ['html', 'xml'],
]);

function fenceLanguage(info: string): string | null {
  const [name = ''] = info.trim().toLowerCase().split(/\s/);
  return fenceNames.get(name) ?? (name || null);
}
