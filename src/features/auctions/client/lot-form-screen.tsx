export function LotFormScreen({ id }: { id: string }) {
  return <p>{id}</p>;
}
