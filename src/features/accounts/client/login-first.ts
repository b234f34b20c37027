import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { currentUserQuery } from './api.ts';

/**
 * Returns a function that runs an action for a signed-in person. A guest is sent to the login and returns to
 * this page, at `hash`.
 */
export function useLoginFirst(): (act: () => void, hash?: string) => void {
  const { data: user } = useQuery(currentUserQuery);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (act, hash) => {
    if (user) act();
    else
      void navigate({
        to: '/login',
        search: { next: hash === undefined ? pathname : `${pathname}#${hash}` },
      });
  };
}
