import { useQuery } from '@tanstack/react-query';
import { m } from '#i18n/generated/messages.js';
import { describeError } from '#platform/client/fetcher.ts';
import { Loading, Trouble, WholePicture } from './file-parts.tsx';
import { textQuery } from './load-text.ts';

const maxBytes = 2 * 1024 * 1024;

/**
 * Shows an SVG as an `<img>`, in which browsers run no scripts and load nothing else. Its address is the text itself, so
 * that it is no page of ours either when somebody opens it by itself.
 */
export function SvgView(props: { address: string; name: string; size: number; download: string }) {
  const { address, name, size, download } = props;
  const isTooLarge = size > maxBytes;
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
  return (
    <WholePicture
      address={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text.toWellFormed())}`}
      name={name}
      download={download}
    />
  );
}
