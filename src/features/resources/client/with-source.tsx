import { useState, type ReactNode } from 'react';
import { m } from '#i18n/generated/messages.js';
import { TextFile } from './text-file.tsx';

/** A file that is a picture and a text: shows the picture first, and the text when asked for it. */
export function WithSource(props: {
  address: string;
  name: string;
  size: number;
  download: string;
  children: ReactNode;
}) {
  const { children, ...file } = props;
  const [isSource, setSource] = useState(false);
  return (
    <div className="grid min-w-0 gap-3">
      {isSource ? <TextFile {...file} pictureAddress={() => null} /> : children}
      <button
        type="button"
        onClick={() => setSource(!isSource)}
        className="min-h-11 w-fit font-semibold text-accent-strong underline"
      >
        {isSource ? m['resources.reader.as_picture']() : m['resources.reader.as_source']()}
      </button>
    </div>
  );
}
