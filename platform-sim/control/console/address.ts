import { useEffect, useState } from 'preact/hooks';

/** The view that the address names: `traffic` of `#/traffic?text=orders`. */
export function viewInAddress(): string {
  return location.hash.replace(/^#\//, '').split(/[/?]/, 1)[0] ?? '';
}

function paramsNow(): URLSearchParams {
  return new URLSearchParams(location.hash.split('?')[1] ?? '');
}

/**
 * Values that stay in the address, so that a reload, the back button and a copied link bring them back.
 *
 * @param defaults the values that the address does not name; an empty value is not written
 */
export function useAddress<Values extends Readonly<Record<string, string>>>(
  defaults: Values,
): readonly [Values, (change: Partial<Values>) => void] {
  const read = (): Values =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [name, paramsNow().get(name) ?? value]),
    ) as Values;
  const [values, setValues] = useState(read);
  useEffect(() => {
    const changed = () => setValues(read());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  const change = (part: Partial<Values>) => {
    const next = { ...values, ...part };
    const params = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ''));
    history.replaceState(null, '', `#/${viewInAddress()}${params.size === 0 ? '' : `?${params}`}`);
    setValues(next);
  };
  return [values, change];
}
