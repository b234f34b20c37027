/** Picture of a list: a stored one has an id, a newly chosen one has its file. */
export type Shown = { key: string; url: string; id?: string; file?: File };

/**
 * Updates the list after pictures were saved: the `sent` ones get ids and are not uploaded again. `order` is their
 * order in the request, and `saved` the stored pictures.
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
 * Removes a picture that the browser could not display, or returns null to keep it. A newly chosen file is then no
 * picture. A stored one only failed to load: removing it from the list would delete it.
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
