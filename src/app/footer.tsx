import { site } from '../config/site.ts';

export function Footer() {
  return (
    <footer className="foot">
      © {new Date().getFullYear()} {site.name}
    </footer>
  );
}
