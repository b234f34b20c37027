import type { ReactNode } from 'react';

/** Error messages by field name. */
export type Fields = Record<string, string>;

/** Tags and steps report the invalid item (`tags[2]`): the field shows the first of them. */
export function errorUnder(fields: Fields, name: string): string | undefined {
  return fields[name] ?? Object.entries(fields).find(([path]) => path.startsWith(`${name}[`))?.[1];
}

export function Group({
  title,
  isShown = true,
  children,
}: {
  title: string;
  isShown?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset hidden={!isShown} className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <legend className="float-left mb-1 w-full text-xl font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}
