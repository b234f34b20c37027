import { useEffect, useMemo, useRef, useState } from 'react';
import { m } from '#i18n/generated/messages.js';
import { pictureProblem } from '#platform/client/picture-problem.ts';
import { Button } from '#ui/button.tsx';
import { PictureChooser } from '#ui/picture-chooser.tsx';

/** Field for the picture of a banner. */
export function PictureField(props: {
  picture: File | null;
  onPicture(picture: File | null): void;
  error: string | undefined;
}) {
  const { picture, onPicture, error } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  // An error belongs to the picture that it was reported for. Sending the form again clears it first.
  const [answered, setAnswered] = useState<string>();
  if (error === undefined && answered !== undefined) setAnswered(undefined);
  const url = useMemo(() => picture && URL.createObjectURL(picture), [picture]);
  // An object URL keeps its file in memory until it is revoked.
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  return (
    <div className="grid gap-2">
      <PictureChooser
        label={m['ads.picture.label']()}
        optional={m['platform.pictures.optional']()}
        hint={m['ads.picture.hint']()}
        text={picture ? m['ads.picture.another']() : m['ads.picture.choose']()}
        error={problem || (answered === undefined ? error : undefined)}
        onChoose={([chosen]) => {
          if (!chosen) return;
          const wrong = pictureProblem(chosen);
          setProblem(wrong);
          setAnswered(error);
          if (wrong === '') onPicture(chosen);
        }}
        chooser={chooser}
      />
      {url !== null && (
        <div className="flex items-center gap-3">
          <img
            src={url}
            alt={m['ads.picture.label']()}
            className="h-12 w-24 rounded-sm border border-line object-contain"
          />
          <Button
            look="quiet"
            onClick={() => {
              onPicture(null);
              setAnswered(error);
              chooser.current?.focus();
            }}
          >
            {m['ads.picture.remove']()}
          </Button>
        </div>
      )}
    </div>
  );
}
