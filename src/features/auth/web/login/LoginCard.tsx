import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { PasswordInput } from '#platform/web/ui/PasswordInput.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';
import { readLoginNotice } from './loginNotice.ts';
import { useLogin } from './useLogin.ts';

const ForgotPassword = lazyDialog(async () => (await import('./ForgotPassword.tsx')).ForgotPassword);

/** Username and password, then the authentication code. Part of the initial bundle, so without a form library. */
export function LoginCard() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const [tried, setTried] = useState<'nothing' | 'password' | 'code'>('nothing');
  const [forgot, setForgot] = useState(false);
  const [notice] = useState(readLoginNotice);
  const form = useRef<HTMLFormElement>(null);
  const { login, pending, failure, asksCode } = useLogin();
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(asksCode ? 'code' : 'password');
    const code = asksCode ? totp.trim() : undefined;
    const missing = !username.trim() ? 'username' : !password ? 'password' : code === '' ? 'totp' : null;
    if (missing) form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
    else void login({ username, password, totp: code });
  }
  return (
    <Card title="Log in">
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure ? <Banner tone="danger">{failure}</Banner> : notice && <Banner tone="info">{notice}</Banner>}
        <Field
          label="Username"
          error={tried !== 'nothing' && !username.trim() ? 'Username is required' : undefined}
        >
          <TextInput
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field label="Password" error={tried !== 'nothing' && !password ? 'Password is required' : undefined}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {asksCode && <TwoFactorCode value={totp} onChange={setTotp} tried={tried === 'code'} />}
        <Button type="submit" variant="primary" size="lg" pending={pending}>
          Log in
        </Button>
        <Button variant="ghost" size="sm" className="self-center" onClick={() => setForgot(true)}>
          Forgot password?
        </Button>
      </form>
      <ForgotPassword open={forgot} onOpenChange={setForgot} />
    </Card>
  );
}

type TwoFactorCodeProps = { value: string; onChange: (value: string) => void; tried: boolean };

/** The authentication code, requested after a correct password. */
function TwoFactorCode({ value, onChange, tried }: TwoFactorCodeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box}>
      <Field
        label="Authentication code"
        hint="The 6-digit code from your authenticator app, or a recovery code"
        error={tried && !value.trim() ? 'Authentication code is required' : undefined}
      >
        <TextInput
          name="totp"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
}
