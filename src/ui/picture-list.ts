/** One that is there already has an id, one that was chosen now has its file. */
export type Shown = { key: string; url: string; id?: string; file?: File };

/**
 * Pictures after those that were `sent` have been saved: they have ids from now on, and are not sent again. `order` is
 * how they stood when they were sent, and `saved` what stands there now.
 */
export function withSaved(
  pictures: readonly Shown[],
  sent: { files: readonly FormDataEntryValue[]; order: readonly string[] },
  saved: readonly { id: string }[],
): Shown[] {
  const files = [...sent.files];
  const ids = saved.filter((_, index) => sent.order[index] === 'new').map(({ id }) => id);
  return pictures.map((picture) => {
    const index = files.findIndex((file) => picture.file && isSameFile(file, picture.file));
    const id = ids[index];
    if (id === undefined) return picture;
    files.splice(index, 1);
    ids.splice(index, 1);
    return { key: picture.key, url: picture.url, id };
  });
}

/**
 * Pictures without the one of this key, which the browser could not show; null where it stays. What was chosen now is no
 * picture then. What is stored is one, whose bytes only did not come: off the list it would be deleted.
 */
export function withoutUnreadable(pictures: readonly Shown[], key: string): Shown[] | null {
  const isChosen = pictures.some((picture) => picture.key === key && picture.file);
  return isChosen ? pictures.filter((picture) => picture.key !== key) : null;
}

function isSameFile(one: FormDataEntryValue, other: File): boolean {
  return (
    one instanceof File &&
    one.name === other.name &&
    one.size === other.size &&
    one.lastModified === other.lastModified
  );
}
