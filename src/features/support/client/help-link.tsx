import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** What help is asked about, as the address of the form says it. */
export type HelpAbout = {
  resource?: string;
  /** From 1, as people count. */
  step?: number;
  order?: string;
  question?: string;
  person?: string;
  /** What is wrong, as far as it is known; whoever asks may change it. */
  problem?: string;
};

/** Leads to the form in which help is asked for. */
export function HelpLink(props: { about: HelpAbout; className?: string; children: ReactNode }) {
  const { about, className, children } = props;
  return (
    <Link
      to="/remote-support/{-$channel}/{-$id}"
      params={{ channel: 'help', id: undefined }}
      search={about}
      className={className}
    >
      {children}
    </Link>
  );
}
