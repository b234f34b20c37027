import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Subject of a request for help, as search parameters of the form. */
export type HelpAbout = {
  resource?: string;
  /** Step, from 1. */
  step?: number;
  order?: string;
  question?: string;
  person?: string;
  /** Suggested description, which the asker can change. */
  problem?: string;
};

/** Link to the form of a request for help. */
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
