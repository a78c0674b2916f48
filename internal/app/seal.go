package app

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// sealer keeps small secrets such as PINs so that the database alone does not show them.
type sealer struct {
	aead cipher.AEAD
	find []byte // the key of the hashes by which a sealed value is found
	// proof shows that the secret is the same as before, and gives nothing of it away.
	proof []byte
}

func newSealer(secret []byte) (sealer, error) {
	encrypt, err := hkdf.Key(sha256.New, secret, nil, "punchclock seal", 32)
	if err != nil {
		return sealer{}, fmt.Errorf("derive the sealing key: %w", err)
	}
	find, err := hkdf.Key(sha256.New, secret, nil, "punchclock find", 32)
	if err != nil {
		return sealer{}, fmt.Errorf("derive the finding key: %w", err)
	}
	proof, err := hkdf.Key(sha256.New, secret, nil, "punchclock proof", 32)
	if err != nil {
		return sealer{}, fmt.Errorf("derive the proof of the secret: %w", err)
	}
	block, err := aes.NewCipher(encrypt)
	if err != nil {
		return sealer{}, err
	}
	aead, err := cipher.NewGCM(block)
	return sealer{aead, find, proof}, err
}

// seal encrypts a text of an account.
func (s sealer) seal(account int64, text string) []byte {
	nonce := make([]byte, s.aead.NonceSize())
	_, _ = rand.Read(nonce) // it does not fail
	return s.aead.Seal(nonce, nonce, []byte(text), accountBytes(account))
}

// open decrypts what seal gave.
func (s sealer) open(account int64, sealed []byte) (string, error) {
	n := s.aead.NonceSize()
	if len(sealed) < n {
		return "", errors.New("a sealed value is too short")
	}
	text, err := s.aead.Open(nil, sealed[:n], sealed[n:], accountBytes(account))
	if err != nil {
		return "", fmt.Errorf("a sealed value cannot be opened: was the secret of the installation changed? %w", err)
	}
	return string(text), nil
}

// key is a keyed hash of the text, the same for the same text within an account.
func (s sealer) key(account int64, text string) []byte {
	mac := hmac.New(sha256.New, s.find)
	mac.Write(accountBytes(account))
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

func accountBytes(account int64) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(account)) //nolint:gosec // ids are positive
}
