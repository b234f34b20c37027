import { ImagePlus } from 'lucide-react';
import { useId, type RefObject } from 'react';

/**
 * Label, file chooser, error and hint of a picture field. The browser's own chooser is in the browser's language
 * instead of the page's, so it is hidden below ours.
 */
export function PictureChooser(props: {
  label: string;
  optional?: string | undefined;
  hint: string;
  /** Attributes of the file input. */
  text: string;
  error: string | undefined;
  onChoose(files: readonly File[]): void;
  /** Focus target after a picture is removed. */
  chooser: RefObject<HTMLInputElement | null>;
}) {
  const { label, optional, hint, text, error, onChoose, chooser } = props;
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional !== undefined && <span className="ml-2 text-sm font-normal text-ink-soft">{optional}</span>}
      </label>
      <div className="relative">
        <input
          ref={chooser}
          id={id}
          type="file"
          form="none"
          multiple
          accept="image/png,image/jpeg,image/gif"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Allows choosing the same file again.
            target.value = '';
            onChoose(files);
          }}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          className="peer absolute inset-0 z-10 w-full cursor-pointer opacity-0"
        />
        <div className="flex min-h-16 items-center justify-center gap-3 rounded-md border border-dashed border-line-strong bg-paper p-3 font-semibold text-accent-strong peer-hover:bg-accent-soft peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-aria-invalid:border-danger">
          <ImagePlus aria-hidden="true" className="size-5 shrink-0" />
          {text}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
    </>
  );
}
