interface SmtpFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  message: string;
}

export interface Explanation {
  what: string;
  mend: string;
}

export function explainMailFailure(error: unknown, url: string, sender: string): Explanation {
  const failure = error as SmtpFailure;
  const { hostname, port, protocol } = new URL(url);
  const place = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  const said = failure.response ? ` It said: ${failure.response.replace(/\s+/g, ' ').slice(0, 300)}` : '';
  const isRefused = (failure.responseCode ?? 0) >= 500;

  if (failure.command === 'CONN') return explainConnection(failure, { hostname, place, said });
  if (failure.responseCode === 530 || failure.code === 'ENOAUTH') {
    return {
      what: `The mail server ${place} wants a user and a password.${said}`,
      mend: 'Put them into SMTP_URL, as in smtp://user:password@host:587.',
    };
  }
  if (failure.code === 'EAUTH') {
    return {
      what: `The mail server ${place} rejects the user and password in SMTP_URL.${said}`,
      mend: 'Correct them. In a URL, @ is written %40, : is %3A, / is %2F and # is %23. Some providers want an app password.',
    };
  }
  if (!isRefused && failure.responseCode) {
    return {
      what: `The mail server ${place} asks to try again later.${said}`,
      mend: 'Waybill tries for half a day by itself. If it stays, ask the people of the mail server.',
    };
  }
  switch (failure.command) {
    case 'MAIL FROM':
      return {
        what: `The mail server ${place} rejects the sender ${sender}.${said}`,
        mend: 'Set MAIL_FROM to an address that this user may send from.',
      };
    case 'RCPT TO':
      return {
        what: `The mail server ${place} rejects the receiver.${said}`,
        mend: 'Is the address right? If so, this user may not send to other domains: ask the people of the mail server.',
      };
    case 'DATA':
      return {
        what: `The mail server ${place} rejects the email itself.${said}`,
        mend: 'Its words say why: often the domain of MAIL_FROM lacks SPF or DKIM records for this server.',
      };
    default:
      return { what: `The mail server ${place} could not be used: ${failure.message}`, mend: 'Look at SMTP_URL.' };
  }
}

function explainConnection(
  { code, message }: SmtpFailure,
  { hostname, place, said }: { hostname: string; place: string; said: string },
): Explanation {
  // biome-ignore lint/plugin/sentences: nodemailer has one code for all of these
  const has = (words: RegExp) => words.test(message);
  if (code === 'EDNS') {
    return { what: `There is no server with the name ${hostname}.`, mend: 'Correct the host in SMTP_URL.' };
  }
  if (code === 'EPROTOCOL') {
    return {
      what: `What listens at ${place} is not a mail server.${said}`,
      mend: 'Correct host and port in SMTP_URL.',
    };
  }
  if (has(/ECONNREFUSED/)) {
    return {
      what: `Nothing listens at ${place}.`,
      mend: 'Start the mail server, or correct the port in SMTP_URL: mostly 587 with smtp://, 465 with smtps://.',
    };
  }
  if (has(/wrong version number|packet length too long/)) {
    return {
      what: `${place} does not begin with encryption, as smtps:// says.`,
      mend: 'Write smtp:// in SMTP_URL. The connection is encrypted all the same if the server can.',
    };
  }
  if (has(/certificate|altnames|CA cert/i)) {
    return {
      what: `The certificate of ${place} is not trusted: ${message.split(';')[0]}.`,
      mend: 'Use the host name that the certificate is for. For an authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
    };
  }
  if (has(/greeting/i)) {
    return {
      what: `${place} takes the connection, and then says nothing.`,
      mend: 'On port 465 write smtps:// in SMTP_URL. On another port, ask the people of the mail server.',
    };
  }
  return {
    what: `${place} cannot be reached: ${message}.`,
    mend: 'Look for a firewall in between. Many providers block port 25: use 587.',
  };
}
