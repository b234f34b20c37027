import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { maxNotebookBytes, readNotebook } from '../notebook.ts';
import { CodeLines, CodeView } from './code-view.tsx';
import { Loading, Trouble } from './file-parts.tsx';
import { textQuery } from './load-text.ts';
import { Markdown } from './markdown.tsx';

const languages = new Set(['python', 'javascript', 'typescript', 'rust', 'java', 'bash']);

/** Cells of a Jupyter notebook with the texts that they put out; nothing of it runs. */
export function NotebookView(props: { address: string; name: string; size: number; download: string }) {
  const { address, name, size, download } = props;
  const isTooLarge = size > maxNotebookBytes;
  const { data: text, error, refetch } = useQuery({ ...textQuery(address), enabled: !isTooLarge });
  if (isTooLarge) return <Trouble download={download}>{m['resources.reader.too_large']()}</Trouble>;
  if (error) {
    return (
      <Trouble download={download} onRetry={() => void refetch()}>
        {describeError(error)}
      </Trouble>
    );
  }
  if (text === undefined) return <Loading />;
  const notebook = readNotebook(text);
  if (!notebook) return <CodeView name={name} source={text.slice(0, maxShownSource)} language="json" />;
  const language = languages.has(notebook.language) ? notebook.language : null;
  return (
    <div className="grid min-w-0 gap-4">
      {notebook.isCut && <p className="text-ink-soft">{m['resources.notebook.cut']()}</p>}
      {notebook.cells.map(({ kind, source, outputs }, index) => (
        <div key={index} className="grid min-w-0 gap-2">
          {source.trim() !== '' &&
            (kind === 'markdown' ? (
              <Markdown text={source} pictureAddress={() => null} />
            ) : (
              <CodeLines source={source} language={kind === 'code' ? language : null} />
            ))}
          {outputs.map((output, at) => (
            <div key={at} className="grid min-w-0 gap-1 pl-4">
              <p className="text-sm text-ink-soft">{m['resources.notebook.output']()}</p>
              <CodeLines source={output} language={null} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const maxShownSource = 500_000;
